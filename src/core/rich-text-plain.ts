const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' }

/** The words of a stored rich text, a line for each paragraph, heading or point, with link markers as they are written. */
export function linesOfRichText(html: string): string {
  return html
    .replace(/<\/(?:p|h[1-6]|li|blockquote)>|<br ?\/?>/g, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot);/g, (_, name: string) => entities[name] ?? '')
    .replace(/\n\s*/g, '\n')
    .trim()
}

/** The words of a stored rich text on one line, link markers by their own words: for lists, where markup would only be noise. */
export function plainOfRichText(html: string): string {
  return html
    .replace(/<[^>]*>/g, (tag) => (/^<\/?(?:strong|em|a)\b/.test(tag) ? '' : ' '))
    .replace(/&(amp|lt|gt|quot);/g, (_, name: string) => entities[name] ?? '')
    .replace(/:::link\|text=(.*?)\|element=[A-Za-z0-9-]{0,80}:::/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()
}
