import type { ReactNode } from 'react'
import { parseLinkMarkers } from '../../core/resource/link-marker.ts'
import type { LinkTarget } from '../../core/resource/link-marker.ts'
import { LinkMarkers } from '../../ui/link-markers.tsx'
import type { Block, Inline } from './rich-text.ts'
import { readRichText } from './rich-text.ts'

interface RichTextViewProps {
  html: string
  imageAddress: (id: number) => string
  markerAddress?: (target: LinkTarget) => string | null
}

/**
 * Shows a stored text: the one way in which any page does. It makes elements of what it has read, never of strings; a text
 * in any other spelling than the stored one is shown letter by letter.
 */
export function RichTextView({ html, imageAddress, markerAddress }: RichTextViewProps) {
  const blocks = readRichText(html)
  if (blocks === null) return <p>{html}</p>
  const inline = (part: Inline, key: number): ReactNode => {
    if (part.kind === 'break') return <br key={key} />
    let node: ReactNode = (
      <LinkMarkers key={key} parts={parseLinkMarkers(part.text)} {...(markerAddress && { hrefOf: markerAddress })} />
    )
    if (part.italic) node = <em key={key}>{node}</em>
    if (part.bold) node = <strong key={key}>{node}</strong>
    return part.href === undefined ? (
      node
    ) : (
      <a key={key} href={part.href} rel="noopener noreferrer">
        {node}
      </a>
    )
  }
  const block = (one: Block, key: number): ReactNode => {
    switch (one.kind) {
      case 'paragraph':
        return <p key={key}>{one.content.map(inline)}</p>
      case 'heading': {
        const Heading = `h${one.level}` as const
        return <Heading key={key}>{one.content.map(inline)}</Heading>
      }
      case 'quote':
        return <blockquote key={key}>{one.blocks.map(block)}</blockquote>
      case 'list': {
        const items = one.items.map((item, place) => <li key={place}>{item.map(block)}</li>)
        return one.isOrdered ? <ol key={key}>{items}</ol> : <ul key={key}>{items}</ul>
      }
      case 'image':
        return <img key={key} src={imageAddress(one.id)} alt={one.alt} loading="lazy" />
    }
  }
  return <>{blocks.map(block)}</>
}
