import { Input } from '@mantine/core'
import type { Editor, JSONContent } from '@tiptap/core'
import { EditorContent, useEditor } from '@tiptap/react'
import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react'
import { formatNumber } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { plainOfRichText } from '../../core/rich-text-plain.ts'
import type { AnyField } from '../../core/resource/fields.ts'
import type { InputProps } from '../../ui/resource/input-props.ts'
import { common } from '../../ui/resource/input-props.ts'
import { toast } from '../../ui/toast-store.web.ts'
import type { EditorNode } from './editor-document.ts'
import { blocksOf, editorDocument, markersIn } from './editor-document.ts'
import { editorExtensions } from './editor-extensions.web.ts'
import type { NamedRecord } from './marker-naming.web.ts'
import { MarkerNotes } from './marker-notes.tsx'
import { pasteHandlers } from './paste.web.ts'
import { readRichText, writeRichText } from './rich-text.ts'
import classes from './rich-text.module.css'
import type { PickedImage, TextImages } from './text-images.web.ts'
import { askForLink, Toolbar } from './toolbar.tsx'

const MarkerSuggestions = lazy(async () => ({
  default: (await import('./marker-suggestions.tsx')).MarkerSuggestions,
}))
const MarkerDialog = lazy(async () => ({ default: (await import('./marker-dialog.tsx')).MarkerDialog }))

type RichTextInputProps = InputProps & { readonly field: AnyField; images: TextImages }

/** A stored text as the editor's document; one that isn't in the stored format is shown as plain text. */
function documentOf(html: string): JSONContent {
  const blocks =
    html === ''
      ? []
      : (readRichText(html) ?? [
          { kind: 'paragraph' as const, content: [{ kind: 'text' as const, text: plainOfRichText(html) }] },
        ])
  // Edge: the editor's own type of the same JSON.
  return editorDocument(blocks) as JSONContent
}

/** The field's value from the editor; '' for a text that says nothing. */
function htmlOf(editor: Editor): string {
  return writeRichText(blocksOf(editor.getJSON() as EditorNode))
}

/**
 * An editor for rich text. On this page a text is never a string of markup: it is parsed into a document and serialised
 * from one.
 */
export function RichTextInput({ field, images, ...props }: RichTextInputProps) {
  const { id, label, description, error, readOnly, withAsterisk } = common(field, props)
  const labelId = useId()
  const aboutId = useId()
  /** Before that there is no element to speak of. */
  const [isReady, setReady] = useState(false)
  const [dialog, setDialog] = useState<'marker' | 'image' | null>(null)
  const [named, setNamed] = useState<NamedRecord | null>(null)
  const namingKeys = useRef<(event: KeyboardEvent) => boolean>(() => false)
  const value = typeof props.value === 'string' ? props.value : ''
  const current = useRef(value)
  const latest = useRef<Editor | null>(null)
  const change = useRef(props.onChange)
  useEffect(() => {
    change.current = props.onChange
  })

  function insertImage({ id: imageId, alt }: PickedImage, at?: number): void {
    const node = { type: 'libraryImage', attrs: { id: imageId, alt } }
    const chain = latest.current?.chain().focus()
    if (at === undefined) chain?.insertContent(node).run()
    else chain?.insertContentAt(at, node).run()
  }

  function takeFiles(files: readonly File[], at?: number): boolean {
    const pictures = files.filter(({ type }) => type.startsWith('image/'))
    for (const picture of pictures) {
      toast.info(t('Uploading {name}', { name: picture.name }))
      images.upload(picture).then(
        (image) => insertImage(image, at),
        (failure: unknown) =>
          toast.error(failure instanceof Error ? failure.message : t('This file could not be uploaded. Try again.')),
      )
    }
    return pictures.length > 0
  }

  const editor = useEditor({
    extensions: editorExtensions({
      addressOf: (imageId) => images.addressOf(imageId),
      onMarker: () => setDialog('marker'),
      naming: { onNamed: setNamed, onKey: (event) => namingKeys.current(event) },
      onLink: () => {
        if (latest.current) void askForLink(latest.current)
      },
    }),
    content: documentOf(value),
    injectCSS: false,
    editable: !readOnly,
    shouldRerenderOnTransaction: false,
    editorProps: {
      attributes: {
        'id': id,
        'role': 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': labelId,
        'aria-describedby': aboutId,
        'class': classes['text'] ?? '',
      },
      handleDOMEvents: pasteHandlers(() => latest.current, takeFiles),
    },
    onCreate: () => setReady(true),
    onUpdate({ editor: changed }) {
      const html = htmlOf(changed)
      if (html === current.current) return
      current.current = html
      change.current(html === '' ? null : html)
    },
  })
  latest.current = editor

  // Discarding, restoring and merging set the value from outside.
  useEffect(() => {
    if (!isReady || value === current.current) return
    current.current = value
    editor.commands.setContent(documentOf(value), { emitUpdate: false })
  }, [editor, isReady, value])
  useEffect(() => {
    if (!isReady) return
    editor.setEditable(!readOnly, false)
    const element = editor.view.dom
    element.setAttribute('aria-readonly', String(readOnly))
    element.setAttribute('aria-invalid', String(error !== undefined))
    element.setAttribute('aria-required', String(withAsterisk === true))
  }, [editor, isReady, readOnly, error, withAsterisk])

  const max = 'max' in field && typeof field.max === 'number' ? field.max : 65_536
  return (
    <div className={classes['field']}>
      <Input.Label
        id={labelId}
        labelElement="div"
        required={withAsterisk === true}
        onClick={() => editor.commands.focus()}
      >
        {label}
      </Input.Label>
      <div className={classes['frame']} data-invalid={error !== undefined} data-fixed={readOnly}>
        {!readOnly && (
          <Toolbar
            editor={editor}
            label={t('Formatting of {field}', { field: label })}
            onImage={() => setDialog('image')}
            onMarker={() => setDialog('marker')}
          />
        )}
        <EditorContent editor={editor} />
      </div>
      {isReady && (
        <Suspense>
          <MarkerNotes markers={markersIn(editor.getJSON() as EditorNode)} within={editor} />
        </Suspense>
      )}
      <div id={aboutId} className={classes['about']}>
        {description && <Input.Description>{description}</Input.Description>}
        {!readOnly && <Count html={value} max={max} />}
        {error && <Input.Error>{error}</Input.Error>}
      </div>
      <Suspense>
        {dialog === 'image' && <images.Picker onPick={(image) => insertImage(image)} onClose={() => setDialog(null)} />}
        {named && !readOnly && <MarkerSuggestions editor={editor} named={named} keys={namingKeys} />}
        {dialog === 'marker' && <MarkerDialog editor={editor} onClose={() => setDialog(null)} />}
      </Suspense>
    </div>
  )
}

/** Readers count letters, the field counts stored characters: the second count is shown once it begins to matter. */
function Count({ html, max }: { html: string; max: number }) {
  const letters = formatNumber(plainOfRichText(html).length)
  return (
    <Input.Description>
      {html.length > max * 0.9
        ? t('{letters} characters, {kept} of {max} with their formatting', {
            letters,
            kept: formatNumber(html.length),
            max: formatNumber(max),
          })
        : t('{letters} characters', { letters })}
    </Input.Description>
  )
}
