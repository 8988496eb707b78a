// Several values in one cell, as exports write and imports read them.

/**
 * Joins several values in one cell. A semicolon within one is escaped, so that they can be split again.
 */
export function joined(values: readonly unknown[]): string {
  return values.map((value) => String(value).replace(/[\\;]/g, '\\$&')).join('; ')
}

/**
 * The values in one cell, parted by semicolons; one within a value is written `\;`.
 */
export function partsOf(text: string): string[] {
  if (text.trim() === '') return []
  const parts: string[] = []
  let part = ''
  for (let at = 0; at < text.length; at++) {
    const letter = text.charAt(at)
    if (letter === '\\' && /[\\;]/.test(text.charAt(at + 1))) part += text.charAt(++at)
    else if (letter === ';') {
      parts.push(part)
      part = ''
      if (text.charAt(at + 1) === ' ') at += 1
    } else part += letter
  }
  return part.trim() === '' && parts.length > 0 ? parts : [...parts, part]
}
