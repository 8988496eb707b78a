import type { Editor, JSONContent } from '@tiptap/core'
import { DOMParser as SchemaParser } from '@tiptap/pm/model'
import type { EditorView } from '@tiptap/pm/view'
import type { EditorNode } from './editor-document.ts'
import { blocksOf, editorDocument } from './editor-document.ts'
import { pastedBody } from './pasted-html.web.ts'
import type { Block } from './rich-text.ts'

function plainBlocks(text: string): Block[] {
  return text
    .replace(/\r\n?/g, '\n')
    .split(/\n{2,}/)
    .map((part) => ({
      kind: 'paragraph',
      content: part
        .split('\n')
        .flatMap((line, index) => [
          ...(index > 0 ? [{ kind: 'break' as const }] : []),
          { kind: 'text' as const, text: line },
        ]),
    }))
}

function insert(editor: Editor, blocks: readonly Block[], at?: number): void {
  const { content = [] } = editorDocument(blocks)
  // Words within a line stay within it.
  const [only] = content
  const nodes = content.length === 1 && only?.type === 'paragraph' ? (only.content ?? []) : content
  if (nodes.length === 0) return
  const chain = editor.chain().focus()
  // Edge: the editor's own type of the same JSON.
  const json = nodes as JSONContent[]
  if (at === undefined) chain.insertContent(json).run()
  else chain.insertContentAt(at, json).run()
}

function insertData(editor: Editor, view: EditorView, data: DataTransfer, at?: number): boolean {
  const [html, text] = [data.getData('text/html'), data.getData('text/plain')]
  if (html !== '') {
    const document = SchemaParser.fromSchema(view.state.schema).parse(pastedBody(html))
    insert(editor, blocksOf(document.toJSON() as EditorNode).filter(isSomething), at)
    return true
  }
  if (text === '') return false
  insert(editor, plainBlocks(text), at)
  return true
}

const isSomething = (block: Block) => !('content' in block) || block.content.length > 0

/**
 * Takes pasting and dropping out of the editor's hands before it touches them: by itself it would make elements of the page out
 * of strings, which the page refuses. Files go to `takeFiles`, which answers whether it wanted them.
 */
export function pasteHandlers(
  editorNow: () => Editor | null,
  takeFiles: (files: readonly File[], at?: number) => boolean,
) {
  return {
    paste(view: EditorView, event: ClipboardEvent): boolean {
      const editor = editorNow()
      const data = event.clipboardData
      if (!editor || !data || !view.editable) return false
      event.preventDefault()
      // Word sends a picture of the words along with the words.
      if (data.getData('text/html') === '' && takeFiles(Array.from(data.files))) return true
      insertData(editor, view, data)
      return true
    },
    drop(view: EditorView, event: DragEvent): boolean {
      const editor = editorNow()
      const data = event.dataTransfer
      // Text moved within the editor was never a string.
      if (!editor || !data || !view.editable || view.dragging) return false
      event.preventDefault()
      const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos
      if (!takeFiles(Array.from(data.files), at)) insertData(editor, view, data, at)
      return true
    },
  }
}
