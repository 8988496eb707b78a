import type { MessageContent } from './message-content.ts'

/** The address that a message links to; null while the console's address isn't set. */
function linkOf({ action }: MessageContent, publicUrl: string | undefined): string | null {
  return action && publicUrl !== undefined ? `${publicUrl}${action.path}` : null
}

/** The plain text of a message. */
export function textOf(content: MessageContent, publicUrl: string | undefined): string {
  const link = linkOf(content, publicUrl)
  return [
    ...content.paragraphs,
    ...(content.code === undefined ? [] : [content.code]),
    ...(link === null ? [] : [`${content.action?.label ?? ''}: ${link}`]),
    ...(content.closing ?? []),
  ].join('\n\n')
}

/** The same as HTML of the plain kind that every mail program shows: no pictures, no scripts, nothing from elsewhere. */
export function htmlOf(
  content: MessageContent,
  publicUrl: string | undefined,
  productName: string,
  locale = 'en',
): string {
  const link = linkOf(content, publicUrl)
  const paragraphsOf = (texts: readonly string[]) =>
    texts.map((text) => `<p style="margin:0 0 16px">${escaped(text).replaceAll('\n', '<br>')}</p>`).join('')
  const code =
    content.code === undefined
      ? ''
      : `<p style="margin:24px 0;font:600 28px/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:4px">${escaped(content.code)}</p>`
  const button =
    link === null
      ? ''
      : `<p style="margin:24px 0"><a href="${escaped(link)}" style="display:inline-block;padding:12px 20px;border-radius:6px;` +
        `background:#1d4ed8;color:#ffffff;text-decoration:none;font-weight:600">${escaped(content.action?.label ?? '')}</a></p>`
  return (
    `<!doctype html><html lang="${escaped(locale)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<title>${escaped(content.subject)}</title></head>` +
    '<body style="margin:0;background:#f4f4f5;color:#18181b;font:16px/1.5 system-ui,-apple-system,\'Segoe UI\',sans-serif">' +
    '<div style="max-width:560px;margin:0 auto;padding:32px 20px"><div style="background:#ffffff;border-radius:8px;padding:28px">' +
    `${paragraphsOf(content.paragraphs)}${code}${button}${paragraphsOf(content.closing ?? [])}</div>` +
    `<p style="margin:16px 8px 0;font-size:13px;color:#52525b">${content.isForCustomers ? escaped(productName) : `Sent by ${escaped(productName)} to its staff.`}</p></div></body></html>`
  )
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
