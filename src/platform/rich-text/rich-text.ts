/**
 * Rich text as it is stored: HTML in one spelling, of few elements, which this file alone reads and writes. A text that
 * has not been changed is the same text letter by letter, wherever it has been: in an editor, an export, a translation.
 *
 *   <p> <h2> <h3> <h4> <blockquote> <ul> <ol> <li>, an image of the library as <img data-image="12" alt="…"> between
 *   them, and within them <a href="…"> <strong> <em>, in that order, and <br>.
 *
 * Link markers stay what they are everywhere: plain text.
 */
export interface Marks {
  readonly bold?: true
  readonly italic?: true
  readonly href?: string
}
export type Inline = ({ readonly kind: 'text'; readonly text: string } | { readonly kind: 'break' }) & Marks
export type Block =
  | { readonly kind: 'paragraph'; readonly content: readonly Inline[] }
  | { readonly kind: 'heading'; readonly level: 2 | 3 | 4; readonly content: readonly Inline[] }
  | { readonly kind: 'quote'; readonly blocks: readonly Block[] }
  | { readonly kind: 'list'; readonly isOrdered: boolean; readonly items: readonly (readonly Block[])[] }
  | { readonly kind: 'image'; readonly id: number; readonly alt: string }

/** Maximum nesting of lists and quotations; deeper ones can't be followed. */
export const deepestText = 6
const longestAddress = 2_000
export const longestAlt = 300

// No `name@` before a host: people take the name for the host.
const addressPattern =
  /^(?:https?:\/\/[^\s<>"'`\\@/?#]+(?:[/?#][^\s<>"'`\\]*)?|mailto:[^\s<>"'`\\]+|tel:[0-9+().-]+|\/(?:[^\s<>"'`\\/][^\s<>"'`\\]*)?)$/i

/**
 * Where a link can lead: the web, a mailbox, a telephone, or a page of our own site. Everything else is a program or a
 * trap.
 */
export function isAddress(href: string): boolean {
  return href.length <= longestAddress && addressPattern.test(href)
}

/** Older texts can have links that can't be made any more; they must still be read. */
function isStoredAddress(href: string): boolean {
  return isAddress(href) || isAddress(href.replace(/^(https?:\/\/)[^/?#]*@/i, '$1'))
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => escapes[character] ?? character)
const characters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' }
const unescaped = (text: string) => text.replace(/&(amp|lt|gt|quot);/g, (_, name: string) => characters[name] ?? '')

type Tag = { readonly name: 'a' | 'strong' | 'em'; readonly open: string }

function tagsOf({ href, bold, italic }: Marks): Tag[] {
  return [
    ...(href === undefined ? [] : [{ name: 'a' as const, open: `<a href="${escaped(href)}">` }]),
    ...(bold ? [{ name: 'strong' as const, open: '<strong>' }] : []),
    ...(italic ? [{ name: 'em' as const, open: '<em>' }] : []),
  ]
}

function inlineHtml(content: readonly Inline[]): string {
  let html = ''
  let open: readonly Tag[] = []
  const goTo = (tags: readonly Tag[]) => {
    let same = 0
    while (same < open.length && same < tags.length && open[same]?.open === tags[same]?.open) same++
    html +=
      open
        .slice(same)
        .reverse()
        .map(({ name }) => `</${name}>`)
        .join('') +
      tags
        .slice(same)
        .map((tag) => tag.open)
        .join('')
    open = tags
  }
  for (const part of content) {
    goTo(tagsOf(part))
    html += part.kind === 'break' ? '<br>' : escaped(part.text)
  }
  goTo([])
  return html
}

function blockHtml(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
      return `<p>${inlineHtml(block.content)}</p>`
    case 'heading':
      return `<h${block.level}>${inlineHtml(block.content)}</h${block.level}>`
    case 'quote':
      return `<blockquote>${block.blocks.map(blockHtml).join('')}</blockquote>`
    case 'list': {
      const name = block.isOrdered ? 'ol' : 'ul'
      return `<${name}>${block.items.map((item) => `<li>${item.map(blockHtml).join('')}</li>`).join('')}</${name}>`
    }
    case 'image':
      return `<img data-image="${block.id}" alt="${escaped(block.alt)}">`
  }
}

/** The one spelling of a text; '' for a text that says nothing. */
export function writeRichText(blocks: readonly Block[]): string {
  return tidied(blocks).map(blockHtml).join('')
}

const sameMarks = (a: Marks, b: Marks) => a.bold === b.bold && a.italic === b.italic && a.href === b.href

/** Blanks as a page shows them: one between words, none at the ends of a line. A blank that does not break is a letter. */
function tidyInline(content: readonly Inline[]): Inline[] {
  const parts: Inline[] = []
  let isAtStart = true
  for (const part of content) {
    const last = parts.at(-1)
    if (part.kind === 'break') {
      trimEnd(parts)
      parts.push(part)
      isAtStart = true
      continue
    }
    const endsBlank = last?.kind === 'text' && last.text.endsWith(' ')
    // A stroke that would strike out the end of the tag before it makes another sign of both.
    const text = part.text
      .replace(/[ \t\n\f\r]+/g, ' ')
      .replace(isAtStart || endsBlank ? /^(?: |\u0338)+/ : /^\u0338+/, '')
    if (text === '') continue
    isAtStart = false
    if (last?.kind === 'text' && sameMarks(last, part))
      parts[parts.length - 1] = { ...last, text: (last.text + text).normalize('NFC') }
    else parts.push({ ...part, text })
  }
  trimEnd(parts)
  // A line that ends a paragraph shows nothing.
  while (parts.at(-1)?.kind === 'break') {
    parts.pop()
    trimEnd(parts)
  }
  while (parts[0]?.kind === 'break') parts.shift()
  return parts
}

function trimEnd(parts: Inline[]): void {
  const last = parts.at(-1)
  if (last?.kind !== 'text' || !last.text.endsWith(' ')) return
  const text = last.text.replace(/ $/, '')
  parts.pop()
  if (text !== '') parts.push({ ...last, text })
}

function tidied(blocks: readonly Block[], depth = 1): Block[] {
  return blocks.flatMap((block): Block[] => {
    switch (block.kind) {
      case 'image':
        return [block]
      case 'quote': {
        const inner = tidied(block.blocks, depth + 1)
        if (depth > deepestText) return inner
        return inner.length === 0 ? [] : [{ ...block, blocks: inner }]
      }
      case 'list': {
        const items = block.items.map((item) => tidied(item, depth + 1)).filter((item) => item.length > 0)
        if (depth > deepestText) return items.flat()
        return items.length === 0 ? [] : [{ ...block, items }]
      }
      default: {
        const content = tidyInline(block.content)
        return content.length === 0 ? [] : [{ ...block, content }]
      }
    }
  })
}

const token = /<(\/?)([a-z][a-z0-9]*)((?: [a-z-]+="[^"<>]*")*)>|([^<]+)/y

interface Token {
  readonly kind: 'open' | 'close' | 'text'
  readonly name: string
  readonly attributes: string
}

function tokensOf(html: string): Token[] | null {
  const tokens: Token[] = []
  token.lastIndex = 0
  while (token.lastIndex < html.length) {
    const match = token.exec(html)
    if (!match) return null
    const [, slash, name = '', attributes = '', text] = match
    tokens.push(
      text === undefined
        ? { kind: slash ? 'close' : 'open', name, attributes }
        : { kind: 'text', name: text, attributes: '' },
    )
  }
  return tokens
}

class NotCanonical extends Error {}

/** Reads the spelling above by descending into it; whatever else it meets ends the reading. */
class Reader {
  private at = 0
  private readonly tokens: readonly Token[]
  constructor(tokens: readonly Token[]) {
    this.tokens = tokens
  }

  private peek(): Token | undefined {
    return this.tokens[this.at]
  }
  private isAtEnd(name: string | null): boolean {
    const next = this.peek()
    return name === null ? next === undefined : next?.kind === 'close' && next.name === name
  }

  private close(name: string): void {
    if (!this.isAtEnd(name)) throw new NotCanonical()
    this.at++
  }

  blocks(until: string | null, depth = 1): Block[] {
    const found: Block[] = []
    while (!this.isAtEnd(until)) found.push(this.block(depth))
    return found
  }

  private block(depth: number): Block {
    const next = this.peek()
    if (next?.kind !== 'open' || depth > deepestText + 1) throw new NotCanonical()
    this.at++
    const { name, attributes } = next
    if (name === 'img') return imageOf(attributes)
    if (attributes !== '') throw new NotCanonical()
    if (name === 'p') return { kind: 'paragraph', content: this.inline(name) }
    if (name === 'h2' || name === 'h3' || name === 'h4')
      return { kind: 'heading', level: Number(name[1]) as 2 | 3 | 4, content: this.inline(name) }
    if (name === 'blockquote') {
      const blocks = this.blocks(name, depth + 1)
      this.close(name)
      return { kind: 'quote', blocks }
    }
    if (name !== 'ul' && name !== 'ol') throw new NotCanonical()
    const items: Block[][] = []
    while (!this.isAtEnd(name)) {
      const item = this.peek()
      if (item?.kind !== 'open' || item.name !== 'li' || item.attributes !== '') throw new NotCanonical()
      this.at++
      items.push(this.blocks('li', depth + 1))
      this.close('li')
    }
    this.close(name)
    return { kind: 'list', isOrdered: name === 'ol', items }
  }

  private inline(until: string): Inline[] {
    const content: Inline[] = []
    const open: { name: string; marks: Marks }[] = []
    while (!(this.isAtEnd(until) && open.length === 0)) {
      const next = this.peek()
      if (!next) throw new NotCanonical()
      this.at++
      const marks = open.at(-1)?.marks ?? {}
      if (next.kind === 'text') content.push({ kind: 'text', text: unescaped(next.name), ...marks })
      else if (next.kind === 'close') {
        if (open.pop()?.name !== next.name) throw new NotCanonical()
      } else if (next.name === 'br' && next.attributes === '') content.push({ kind: 'break', ...marks })
      else open.push({ name: next.name, marks: { ...marks, ...markOf(next) } })
    }
    this.close(until)
    return content
  }
}

function markOf({ name, attributes }: Token): Marks {
  if (name === 'strong' && attributes === '') return { bold: true }
  if (name === 'em' && attributes === '') return { italic: true }
  const href = unescaped(/^ href="([^"]*)"$/.exec(attributes)?.[1] ?? '')
  if (name !== 'a' || !isStoredAddress(href)) throw new NotCanonical()
  return { href }
}

function imageOf(attributes: string): Block {
  const [, id, alt = ''] = /^ data-image="([1-9][0-9]{0,14})" alt="([^"]*)"$/.exec(attributes) ?? []
  if (id === undefined) throw new NotCanonical()
  return { kind: 'image', id: Number(id), alt: unescaped(alt) }
}

/** A stored text's parts; null for any other text, which must then be shown literally. */
export function readRichText(html: string): readonly Block[] | null {
  const tokens = tokensOf(html)
  if (!tokens) return null
  try {
    const blocks = new Reader(tokens).blocks(null)
    return writeRichText(blocks) === html ? blocks : null
  } catch (error) {
    if (error instanceof NotCanonical) return null
    throw error
  }
}
