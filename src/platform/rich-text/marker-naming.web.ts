import type { Range } from '@tiptap/core'
import { Extension } from '@tiptap/core'
import type { SuggestionProps } from '@tiptap/suggestion'
import { Suggestion } from '@tiptap/suggestion'

/** A record that is being named in a text, after an `@`. */
export interface NamedRecord {
  /** What has been typed after the `@`. */
  readonly name: string
  /** The place of it all in the text. */
  readonly range: Range
  /** Puts an element below the name and keeps it there; its result takes the element away again. */
  readonly mount: SuggestionProps['mount']
}

export interface NamingHooks {
  /** Null once nothing is being named any more. */
  readonly onNamed: (named: NamedRecord | null) => void
  /** True for a key that is not the text's. */
  readonly onKey: (event: KeyboardEvent) => boolean
}

/** Notices an `@` at the beginning of a word, as in notes. Addresses of email have theirs within one. */
export function markerNaming({ onNamed, onKey }: NamingHooks) {
  const notice = ({ query, range, mount }: SuggestionProps) => onNamed({ name: query, range, mount })
  return Extension.create({
    name: 'markerNaming',
    addProseMirrorPlugins() {
      return [
        Suggestion({
          editor: this.editor,
          // Within the page: what is beside it is in no landmark.
          container: '#main',
          allowSpaces: true,
          allowedPrefixes: [' ', '(', '“', '«', '¿', '¡'],
          render: () => ({
            onStart: notice,
            onUpdate: notice,
            onExit: () => onNamed(null),
            onKeyDown: ({ event }) => onKey(event),
          }),
        }),
      ]
    },
  })
}
