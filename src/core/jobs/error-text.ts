const maxLength = 500

/**
 * An error in one line that can be kept and shown: what failed, without the values that it failed on. Addresses, long
 * numbers, quoted values and queries of addresses can be personal. Without NUL, which PostgreSQL keeps in no text.
 */
export function errorText(error: unknown): string {
  const { name, message, code } = error instanceof Error ? (error as Error & { code?: unknown }) : nameless(error)
  const said = message
    .replace(/[\s\0]+/g, ' ')
    .replace(/[^\s@"'<>(]+@[^\s@"'<>),;]+/g, '[email]')
    .replace(/(\bhttps?:\/\/[^\s?#"]+)[?#][^\s"]*/g, '$1?…')
    .replace(/\b(Bearer|Basic)\s+\S+/gi, '$1 […]')
    .replace(/=\s*\([^)]*\)/g, '=([…])')
    .replace(/: "[^"]*"/g, ': "…"')
    .replace(/\+?\d[\d\s().-]{7,}\d/g, '[number]')
    .trim()
  const kind = name === 'Error' || name === 'error' ? '' : `${name}: `
  const coded = typeof code === 'string' && code !== '' ? ` (${code})` : ''
  const text = `${kind}${said === '' ? 'No message' : said}${coded}`
  return text.length <= maxLength ? text : `${text.slice(0, maxLength - 1)}…`
}

function nameless(error: unknown): { name: string; message: string; code: unknown } {
  return { name: 'Error', message: typeof error === 'string' ? error : '', code: undefined }
}
