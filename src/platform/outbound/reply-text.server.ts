/** What an answer says of its own encoding: in its header, or as XML does in its first line. */
function encodingOf(bytes: Buffer, contentType: string | null): string {
  const header = /;\s*charset="?([\w.:-]+)/i.exec(contentType ?? '')?.[1]
  if (header !== undefined || !/\bxml\b/i.test(contentType ?? '')) return header ?? 'utf-8'
  return /^\s*<\?xml[^>]*?\sencoding=["']([\w.:-]+)["']/.exec(bytes.toString('latin1', 0, 200))?.[1] ?? 'utf-8'
}

/**
 * The text of an answer in its own encoding, UTF-8 where it names none.
 *
 * @returns `isGarbled` where it is not in that encoding, or no one knows it: the text is then for a log, never for a record
 */
export function textOf(bytes: Buffer, contentType: string | null): { text: string; isGarbled: boolean } {
  try {
    return { text: new TextDecoder(encodingOf(bytes, contentType), { fatal: true }).decode(bytes), isGarbled: false }
  } catch {
    return { text: new TextDecoder().decode(bytes), isGarbled: true }
  }
}
