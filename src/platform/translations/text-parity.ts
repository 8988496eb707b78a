import { t } from '../../core/i18n/language.ts'
import { parseLinkMarkers } from '../../core/resource/link-marker.ts'

/** `{count}`, `{{name}}`, `%s`, `%1$d`: what a program fills in, which a translation has to leave as it is. */
export const placeholder = /\{\{?\s*[\w.]+\s*\}?\}|%(?:\d+\$)?[sd]/g

function counted(found: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const item of found) counts.set(item, (counts.get(item) ?? 0) + 1)
  return counts
}

/** The parts of a text that the program or the site replaces. A link's words can be translated, its target can't. */
function fixedParts(text: string): Map<string, number> {
  const parts = parseLinkMarkers(text)
  const links = parts.flatMap((part) =>
    part.kind === 'link' ? [t('the link to {element}', { element: part.element })] : [],
  )
  const plain = parts.map(({ text: words }) => words).join('\n')
  return counted([...links, ...(plain.match(placeholder) ?? [])])
}

/** What a translation lacks or has too much of its source's placeholders and link markers, in a sentence; null when nothing. */
export function parityProblem(source: string, text: string): string | null {
  const [wanted, found] = [fixedParts(source), fixedParts(text)]
  const missing = [...wanted].filter(([part, count]) => (found.get(part) ?? 0) < count).map(([part]) => part)
  const extra = [...found].filter(([part, count]) => (wanted.get(part) ?? 0) < count).map(([part]) => part)
  if (missing.length === 0 && extra.length === 0) return null
  return [
    ...(missing.length > 0 ? [t('Missing here but in the source: {parts}.', { parts: missing.join(', ') })] : []),
    ...(extra.length > 0 ? [t('It has {parts} more often than the source.', { parts: extra.join(', ') })] : []),
  ].join(' ')
}
