import type { Block, Inline } from './rich-text.ts'
import { readRichText } from './rich-text.ts'

function inlineWords(content: readonly Inline[]): string {
  return content
    .map((part) => {
      if (part.kind === 'break') return '\n'
      const [, before = '', text = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(part.text) ?? []
      if (text === '') return part.text
      const said = `${part.bold ? '**' : ''}${part.italic ? '_' : ''}${text}${part.italic ? '_' : ''}${part.bold ? '**' : ''}`
      return `${before}${part.href === undefined ? said : `[${said}](${part.href})`}${after}`
    })
    .join('')
}

function blockLines(block: Block): string[] {
  switch (block.kind) {
    case 'paragraph':
      return inlineWords(block.content).split('\n')
    case 'heading':
      return [`${'#'.repeat(block.level)} ${inlineWords(block.content)}`]
    case 'quote':
      return block.blocks.flatMap(blockLines).map((line) => `> ${line}`)
    case 'list':
      return block.items.flatMap((item, index) =>
        item
          .flatMap(blockLines)
          .map((line, place) => (place === 0 ? `${block.isOrdered ? `${index + 1}.` : '•'} ${line}` : `  ${line}`)),
      )
    case 'image':
      return [`[Image ${block.id}${block.alt === '' ? '' : `: ${block.alt}`}]`]
  }
}

/**
 * A stored text as people write one without buttons: `## Heading`, `• item`, `**bold**`. For comparing versions, where what
 * changed about the form must be seen as well as what changed about the words.
 */
export function richTextWords(html: string): string {
  return readRichText(html)?.flatMap(blockLines).join('\n') ?? html
}
