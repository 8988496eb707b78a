import { parseLinkMarkers } from '../../core/resource/link-marker.ts'
import type { Block, Inline, Marks } from './rich-text.ts'
import { isAddress } from './rich-text.ts'

/** A node of the editor's own document, as JSON. */
export interface EditorNode {
  readonly type?: string
  readonly attrs?: Readonly<Record<string, unknown>> | undefined
  readonly content?: readonly EditorNode[]
  readonly marks?: readonly { readonly type: string; readonly attrs?: Readonly<Record<string, unknown>> | undefined }[]
  readonly text?: string
}

function marksOf({ href, bold, italic }: Marks): Pick<EditorNode, 'marks'> {
  const marks = [
    ...(href === undefined ? [] : [{ type: 'link', attrs: { href } }]),
    ...(bold ? [{ type: 'bold' }] : []),
    ...(italic ? [{ type: 'italic' }] : []),
  ]
  return marks.length === 0 ? {} : { marks }
}

/** A text with its link markers taken out of it as nodes of their own. */
function inlineNodes(part: Inline): EditorNode[] {
  const marks = marksOf(part)
  if (part.kind === 'break') return [{ type: 'hardBreak', ...marks }]
  return parseLinkMarkers(part.text).map((piece) =>
    piece.kind === 'text'
      ? { type: 'text', text: piece.text, ...marks }
      : { type: 'linkMarker', attrs: { text: piece.text, element: piece.element }, ...marks },
  )
}

function nodeOf(block: Block): EditorNode {
  switch (block.kind) {
    case 'paragraph':
      return { type: 'paragraph', content: block.content.flatMap(inlineNodes) }
    case 'heading':
      return { type: 'heading', attrs: { level: block.level }, content: block.content.flatMap(inlineNodes) }
    case 'quote':
      return { type: 'blockquote', content: block.blocks.map(nodeOf) }
    case 'list':
      return { type: block.isOrdered ? 'orderedList' : 'bulletList', content: block.items.map(itemOf) }
    case 'image':
      return { type: 'libraryImage', attrs: { id: block.id, alt: block.alt } }
  }
}

/** The editor wants a line at the beginning of every item; one that stays empty is not kept. */
function itemOf(blocks: readonly Block[]): EditorNode {
  const nodes = blocks.map(nodeOf)
  return { type: 'listItem', content: nodes[0]?.type === 'paragraph' ? nodes : [{ type: 'paragraph' }, ...nodes] }
}

/** The blocks of a text as the editor's document. */
export function editorDocument(blocks: readonly Block[]): EditorNode {
  return { type: 'doc', content: blocks.length === 0 ? [{ type: 'paragraph' }] : blocks.map(nodeOf) }
}

function markerText(text: string, element: string): string {
  return `:::link|text=${text}|element=${element}:::`
}

function marksIn({ marks = [] }: EditorNode): Marks {
  const href = marks.find(({ type }) => type === 'link')?.attrs?.['href']
  return {
    ...(typeof href === 'string' && isAddress(href) && { href }),
    ...(marks.some(({ type }) => type === 'bold') && { bold: true as const }),
    ...(marks.some(({ type }) => type === 'italic') && { italic: true as const }),
  }
}

function inlineOf(node: EditorNode): Inline[] {
  return (node.content ?? []).flatMap((child): Inline[] => {
    const marks = marksIn(child)
    if (child.type === 'hardBreak') return [{ kind: 'break', ...marks }]
    if (child.type === 'linkMarker')
      return [
        {
          kind: 'text',
          text: markerText(String(child.attrs?.['text'] ?? ''), String(child.attrs?.['element'] ?? '')),
          ...marks,
        },
      ]
    return child.text === undefined ? [] : [{ kind: 'text', text: child.text, ...marks }]
  })
}

function blockOf(node: EditorNode): Block[] {
  const children = node.content ?? []
  switch (node.type) {
    case 'heading':
      return [{ kind: 'heading', level: levelOf(node.attrs?.['level']), content: inlineOf(node) }]
    case 'blockquote':
      return [{ kind: 'quote', blocks: children.flatMap(blockOf) }]
    case 'bulletList':
    case 'orderedList':
      return [
        {
          kind: 'list',
          isOrdered: node.type === 'orderedList',
          items: children.map((item) => (item.content ?? []).flatMap(blockOf)),
        },
      ]
    case 'libraryImage':
      return [{ kind: 'image', id: Number(node.attrs?.['id']), alt: String(node.attrs?.['alt'] ?? '') }]
    default:
      return [{ kind: 'paragraph', content: inlineOf(node) }]
  }
}

const levelOf = (level: unknown): 2 | 3 | 4 => (level === 3 || level === 4 ? level : 2)

/** The editor's contents as the blocks of a stored text. */
export function blocksOf(document: EditorNode): Block[] {
  return (document.content ?? []).flatMap(blockOf)
}

/** Every link marker in it, in order. */
export function markersIn(node: EditorNode): { text: string; element: string }[] {
  if (node.type === 'linkMarker')
    return [{ text: String(node.attrs?.['text'] ?? ''), element: String(node.attrs?.['element'] ?? '') }]
  return (node.content ?? []).flatMap(markersIn)
}
