const longestName = 160

/**
 * The name of an upload, derived from its file's name: without the folders in front of it and without characters that
 * no name shows. `without` where nothing is left.
 */
export function fileNameOf(text: string, without: string): string {
  const last = text.split(/[/\\]/).findLast((part) => /[^\s.]/.test(part)) ?? ''
  const shown = last
    .replaceAll(/\p{C}+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return shown === '' ? without : shown.slice(-longestName).trim()
}
