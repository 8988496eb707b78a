const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  nbsp: ' ',
}

/** Rich text as paper shows it: blocks on lines of their own, list items with a dash, links by their words. */
export function plainText(html: string): string {
  return html
    .replaceAll(/:::link\|text=([^|]*)\|[^:]*:::/g, '$1')
    .replaceAll(/<li[^>]*>/gi, '- ')
    .replaceAll(/<br[^>]*>|<\/(?:li|tr)>/gi, '\n')
    .replaceAll(/<\/(?:p|h[1-6]|ul|ol|blockquote|table)>/gi, '\n\n')
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => entities[name] ?? '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

/** More than this in one piece would not fit on a page. */
const maxPiece = 2_000

/** The paragraphs of a text, long ones in pieces that end between words. */
export function piecesOf(text: string): readonly string[] {
  return text.split('\n').flatMap((line) => {
    const pieces: string[] = []
    let rest = line
    while (rest.length > maxPiece) {
      const space = rest.lastIndexOf(' ', maxPiece)
      const end = space > 0 ? space : maxPiece
      pieces.push(rest.slice(0, end))
      rest = rest.slice(end).trimStart()
    }
    return [...pieces, rest]
  })
}
