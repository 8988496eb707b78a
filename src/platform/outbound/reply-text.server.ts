import type { OutboundReply } from './outbound-target.server.ts'

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

/**
 * Whether a success is of no use to its caller: cut, garbled, or not the JSON or XML that it says it is. Services answer 200
 * with a page of an error, and connections end in the middle of a body that has no length.
 */
export function isUnreadable({ status, headers, body, isGarbled, bytes }: OutboundReply): boolean {
  if (status >= 300 || bytes !== undefined || body.trim() === '') return false
  const type = headers.get('content-type') ?? ''
  if (isGarbled === true) return true
  if (/\bxml\b/i.test(type)) return !/^\s*<[^]*>\s*$/.test(body)
  if (!/\bjson\b/i.test(type)) return false
  try {
    JSON.parse(body)
    return false
  } catch {
    return true
  }
}
