import { Input } from '@mantine/core'
import type { Editor, EditorEvents, JSONContent } from '@tiptap/core'
import { EditorContent, useEditor } from '@tiptap/react'
import type { RefObject } from 'react'
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
  const [dialog, setDialog] = useState<'marker' | 'image' | null>(null)
  const value = typeof props.value === 'string' ? props.value : ''
  const isRequired = withAsterisk === true
  const { editor, isReady, named, namingKeys, insertImage } = useRichText({
    value,
    onChange: props.onChange,
    images,
    onMarker: () => setDialog('marker'),
    attributes: { id, 'aria-labelledby': labelId, 'aria-describedby': aboutId },
    readOnly,
    isInvalid: error !== undefined,
    isRequired,
  })
  const max = 'max' in field && typeof field.max === 'number' ? field.max : 65_536
  return (
    <div className={classes['field']}>
      <Input.Label id={labelId} labelElement="div" required={isRequired} onClick={() => editor.commands.focus()}>
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

interface RichText {
  value: string
  onChange: InputProps['onChange']
  images: TextImages
  onMarker: () => void
  /** Of the element that is typed in. */
  attributes: Readonly<Record<string, string>>
  readOnly: boolean
  isInvalid: boolean
  isRequired: boolean
}

/** The editor over a value that others can set too: it is discarded, restored or merged outside. */
function useRichText({ value, onChange, images, onMarker, attributes, ...state }: RichText) {
  /** Before that there is no element to speak of. */
  const [isReady, setReady] = useState(false)
  const [named, setNamed] = useState<NamedRecord | null>(null)
  const namingKeys = useRef<(event: KeyboardEvent) => boolean>(() => false)
  const current = useRef(value)
  const latest = useRef<Editor | null>(null)
  const change = useRef(onChange)
  useEffect(() => {
    change.current = onChange
  })
  const { insertImage, takeFiles } = imagesInto(latest, images)
  const editor = useEditor({
    extensions: editorExtensions({
      addressOf: (imageId) => images.addressOf(imageId),
      onMarker,
      naming: { onNamed: setNamed, onKey: (event) => namingKeys.current(event) },
      onLink: () => {
        if (latest.current) void askForLink(latest.current)
      },
    }),
    content: documentOf(value),
    injectCSS: false,
    editable: !state.readOnly,
    shouldRerenderOnTransaction: false,
    editorProps: {
      attributes: { ...attributes, 'role': 'textbox', 'aria-multiline': 'true', 'class': classes['text'] ?? '' },
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
  useEffect(() => {
    if (!isReady || value === current.current) return
    current.current = value
    editor.commands.setContent(documentOf(value), { emitUpdate: false })
  }, [editor, isReady, value])
  useStates(isReady ? editor : null, state)
  return { editor, isReady, named, namingKeys, insertImage }
}

/** Puts pictures of the library into the text, and uploads those that are pasted or dropped. */
function imagesInto(editor: RefObject<Editor | null>, images: TextImages) {
  const nodeOf = ({ id: imageId, alt }: PickedImage) => ({ type: 'libraryImage', attrs: { id: imageId, alt } })
  const insertImage = (image: PickedImage) => editor.current?.chain().focus().insertContent(nodeOf(image)).run()

  /** The user writes on while a picture uploads: it goes to where it was given, and leaves caret and focus alone. */
  async function upload(into: Editor, picture: File, at: number): Promise<void> {
    toast.info(t('Uploading {name}', { name: picture.name }))
    const place = followPlace(into, at)
    try {
      const image = await images.upload(picture)
      if (!into.isDestroyed) into.commands.insertContentAt(place.now(), nodeOf(image), { updateSelection: false })
    } catch (failure) {
      toast.error(failure instanceof Error ? failure.message : t('This file didn’t upload. Try again.'))
    } finally {
      place.forget()
    }
  }

  function takeFiles(files: readonly File[], at?: number): boolean {
    const pictures = files.filter(({ type }) => type.startsWith('image/'))
    const into = editor.current
    if (into) for (const picture of pictures) void upload(into, picture, at ?? into.state.selection.to)
    return pictures.length > 0
  }
  return { insertImage, takeFiles }
}

/** A place in the text, which moves along with what is written before it. */
function followPlace(editor: Editor, at: number) {
  let place = at
  const follow = ({ transaction }: EditorEvents['transaction']) => {
    place = transaction.mapping.map(place)
  }
  editor.on('transaction', follow)
  return { now: () => place, forget: () => editor.off('transaction', follow) }
}

/** What the element says about itself, once there is one. */
function useStates(
  editor: Editor | null,
  { readOnly, isInvalid, isRequired }: Pick<RichText, 'readOnly' | 'isInvalid' | 'isRequired'>,
): void {
  useEffect(() => {
    if (!editor) return
    editor.setEditable(!readOnly, false)
    const element = editor.view.dom
    element.setAttribute('aria-readonly', String(readOnly))
    element.setAttribute('aria-invalid', String(isInvalid))
    element.setAttribute('aria-required', String(isRequired))
  }, [editor, readOnly, isInvalid, isRequired])
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
