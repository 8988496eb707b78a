import type { DefaultTreeAdapterTypes } from 'parse5'
import { parseFragment } from 'parse5'
import { Refusal } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import type { Block, Inline, Marks } from './rich-text.ts'
import { deepestText, isAddress, longestAlt, readRichText, writeRichText } from './rich-text.ts'

type Node = DefaultTreeAdapterTypes.ChildNode

/** Elements that have nothing to say to a reader: they go with all that is in them. */
const silent = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'noembed',
  'noframes',
  'iframe',
  'object',
  'embed',
  'applet',
  'svg',
  'math',
  'head',
  'title',
  'meta',
  'link',
  'base',
  'textarea',
  'select',
  'option',
  'button',
  'input',
  'form',
  'canvas',
  'audio',
  'video',
  'xmp',
  'plaintext',
  'listing',
  'frameset',
  'frame',
])
const paragraphs = new Set([
  'p',
  'div',
  'section',
  'article',
  'header',
  'footer',
  'main',
  'aside',
  'nav',
  'address',
  'figure',
  'figcaption',
  'pre',
  'dl',
  'dt',
  'dd',
  'table',
  'thead',
  'tbody',
  'tfoot',
  'tr',
  'td',
  'th',
  'caption',
  'details',
  'summary',
  'fieldset',
  'center',
  'hr',
  'li',
  'body',
  'html',
])
const headings: Readonly<Record<string, 2 | 3 | 4>> = { h1: 2, h2: 2, h3: 3, h4: 4, h5: 4, h6: 4 }

/** Maximum depth of incoming HTML; each level is a call on the stack. */
const deepestHtml = 100
/** Elements opened and not closed: reading them costs the square of their number. */
const maxOpen = 1_000

/** Said of a text that is beyond what any person writes. */
export class TooDeep extends Refusal {
  constructor() {
    super(422, t('This text is nested too deeply.'))
  }
}

// Invisible characters that change how others read; an entity gets them past every check of the raw text.
const forbidden = /[\u0000-\u0008\u000b\u000e-\u001f\u007f\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/g
const shown = (text: string) => text.replace(forbidden, '').toWellFormed().normalize('NFC')

/** Collects blocks while words come in; whatever is not a block goes into a paragraph. */
class Writer {
  readonly blocks: Block[] = []
  private line: Inline[] = []

  word(part: Inline): void {
    this.line.push(part)
  }
  block(block: Block): void {
    this.flush()
    this.blocks.push(block)
  }

  flush(level?: 2 | 3 | 4): void {
    const content = this.line
    this.line = []
    if (content.length > 0)
      this.blocks.push(level === undefined ? { kind: 'paragraph', content } : { kind: 'heading', level, content })
  }
}

interface Place {
  readonly marks: Marks
  readonly depth: number
  readonly lists: number
}

function attribute(node: DefaultTreeAdapterTypes.Element, name: string): string {
  return node.attrs.find((one) => one.name === name)?.value ?? ''
}

function addressOf(node: DefaultTreeAdapterTypes.Element): Marks {
  const href = shown(attribute(node, 'href').trim())
  return isAddress(href) ? { href } : {}
}

function blocksIn(nodes: readonly Node[], place: Place): Block[] {
  const writer = new Writer()
  for (const node of nodes) visit(node, writer, place)
  writer.flush()
  return writer.blocks
}

function visit(node: Node, writer: Writer, place: Place): void {
  if (place.depth > deepestHtml) throw new TooDeep()
  if (node.nodeName === '#text')
    return writer.word({ kind: 'text', text: shown((node as DefaultTreeAdapterTypes.TextNode).value), ...place.marks })
  if (!('tagName' in node)) return
  const { tagName: name, childNodes: children } = node
  if (silent.has(name)) return
  const inside = { ...place, depth: place.depth + 1 }
  const go = (next: Place = inside) => {
    for (const child of children) visit(child, writer, next)
  }
  const level = headings[name]
  if (name === 'br') writer.word({ kind: 'break', ...place.marks })
  else if (name === 'img') addImage(node, writer)
  else if (name === 'strong' || name === 'b') go({ ...inside, marks: { ...place.marks, bold: true } })
  else if (name === 'em' || name === 'i') go({ ...inside, marks: { ...place.marks, italic: true } })
  else if (name === 'a') go({ ...inside, marks: { ...place.marks, ...addressOf(node) } })
  else if (level !== undefined) {
    writer.flush()
    go()
    writer.flush(level)
  } else if ((name === 'ul' || name === 'ol') && place.lists < deepestText)
    addList(name === 'ol', children, writer, { ...inside, lists: place.lists + 1 })
  else if (name === 'blockquote' && place.lists < deepestText) {
    writer.block({ kind: 'quote', blocks: blocksIn(children, { ...inside, lists: place.lists + 1 }) })
  } else if (paragraphs.has(name)) {
    writer.flush()
    go()
    writer.flush()
  } else go()
}

function addImage(node: DefaultTreeAdapterTypes.Element, writer: Writer): void {
  const id = attribute(node, 'data-image')
  // An external picture would reveal to its host who reads the text.
  if (/^[1-9][0-9]{0,14}$/.test(id))
    writer.block({
      kind: 'image',
      id: Number(id),
      alt: shown(attribute(node, 'alt')).replace(/\s+/g, ' ').trim().slice(0, longestAlt).toWellFormed(),
    })
}

/** Whatever is in a list without being an item becomes one. */
function addList(isOrdered: boolean, children: readonly Node[], writer: Writer, place: Place): void {
  const items = children.map((child) =>
    child.nodeName === 'li' && 'childNodes' in child ? blocksIn(child.childNodes, place) : blocksIn([child], place),
  )
  writer.block({ kind: 'list', isOrdered, items })
}

/** Where the links of a stored text lead. An older one can lead where none can be made to any more. */
const linksOf = (html: string) => [...html.matchAll(/ href="([^"]*)"/g)].map(([, href = '']) => href)

/**
 * Turns any HTML into a stored text: parsed as browsers parse it, reduced to what texts can contain, and serialised in
 * its one spelling. The output is built from our own tree, so none of the input's markup is left in it.
 *
 * @throws TooDeep for markup deeper than any real text
 */
export function sanitise(html: string): string {
  if (readRichText(html) !== null && shown(html) === html && linksOf(html).every(isAddress)) return html
  const tags = html.match(/<\/?[a-z]/gi) ?? []
  const closed = tags.filter((tag) => tag.startsWith('</')).length
  if (tags.length - 2 * closed > maxOpen) throw new TooDeep()
  // Without a single tag it is a text that was typed: its lines are its paragraphs.
  if (tags.length === 0 && /\n/.test(html)) {
    return writeRichText(
      html.split(/\n{2,}/).flatMap((part) => blocksIn(parseFragment(part.replaceAll('\n', '<br>')).childNodes, start)),
    )
  }
  return writeRichText(blocksIn(parseFragment(html).childNodes, start))
}

const start: Place = { marks: {}, depth: 0, lists: 0 }
