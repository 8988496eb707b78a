import { languageTagProblem } from '../../../core/resource/text-formats.ts'

/** A supplier's text without control characters and spaces around it, cut at a length; null where nothing is left. */
export function plainText(text: string | undefined | null, most: number): string | null {
  const clean = (text ?? '')
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex -- these are what has to go
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f]+/g, ' ')
    .trim()
    .slice(0, most)
    .trim()
  return clean === '' ? null : clean.toWellFormed()
}

export function isLocale(text: string | undefined): text is string {
  return text !== undefined && text.length <= 16 && languageTagProblem([text]) === undefined
}
