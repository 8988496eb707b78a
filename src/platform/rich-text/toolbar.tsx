import '@mantine/core/styles/ActionIcon.layer.css'
import { ActionIcon, NativeSelect } from '@mantine/core'
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBlockquote,
  IconBold,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
  IconMapPin,
  IconPhoto,
} from '@tabler/icons-react'
import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import type { ComponentType, KeyboardEvent } from 'react'
import { msg, t } from '../../core/i18n/language.ts'
import { promptBox } from '../../ui/message-box-store.web.ts'
import { isAddress } from './rich-text.ts'
import classes from './rich-text.module.css'

type Icon = ComponentType<{ 'size'?: number; 'aria-hidden'?: boolean }>
interface Command {
  readonly label: string
  readonly keys?: string
  readonly icon: Icon
  readonly mark?: string
  run(editor: Editor): void
}

const commands: readonly Command[] = [
  {
    label: msg('Bold'),
    keys: 'Ctrl+B',
    icon: IconBold,
    mark: 'bold',
    run: (editor) => editor.chain().focus().toggleBold().run(),
  },
  {
    label: msg('Italic'),
    keys: 'Ctrl+I',
    icon: IconItalic,
    mark: 'italic',
    run: (editor) => editor.chain().focus().toggleItalic().run(),
  },
  { label: msg('Link'), keys: 'Ctrl+Shift+K', icon: IconLink, mark: 'link', run: (editor) => void askForLink(editor) },
  {
    label: msg('Bulleted list'),
    keys: 'Ctrl+Shift+8',
    icon: IconList,
    mark: 'bulletList',
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    label: msg('Numbered list'),
    keys: 'Ctrl+Shift+7',
    icon: IconListNumbers,
    mark: 'orderedList',
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
  {
    label: msg('Quotation'),
    keys: 'Ctrl+Shift+B',
    icon: IconBlockquote,
    mark: 'blockquote',
    run: (editor) => editor.chain().focus().toggleBlockquote().run(),
  },
]

/** Asks where the selected words lead; an empty answer takes the link away. */
export async function askForLink(editor: Editor): Promise<void> {
  const before = String(editor.getAttributes('link')['href'] ?? '')
  const answer = await promptBox(
    t('A URL, a page such as /spain/madrid, or an email address as mailto:name@example.com. Blank means no link.'),
    t('Link'),
    {
      value: before,
      placeholder: 'https://',
      confirmText: t('Set link'),
      validate: (text) => text.trim() === '' || isAddress(completed(text)) || t('A text can’t link to this URL.'),
    },
  )
  if (answer.action !== 'confirm') return
  const href = completed(answer.value)
  const chain = editor.chain().focus().extendMarkRange('link')
  if (href === '') return void chain.unsetLink().run()
  if (editor.state.selection.empty && before === '') {
    return void editor
      .chain()
      .focus()
      .insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] })
      .run()
  }
  chain.setLink({ href }).run()
}

/** People leave out what every address begins with. */
function completed(text: string): string {
  const address = text.trim()
  if (/^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/.test(address)) return `mailto:${address}`
  return /^(?:[a-z0-9-]+\.)+[a-z]{2,}(?:\/|$)/i.test(address) ? `https://${address}` : address
}

interface ToolbarProps {
  editor: Editor
  label: string
  onImage: () => void
  onMarker: () => void
}

const levels = [2, 3, 4] as const
const names = ['bold', 'italic', 'link', 'bulletList', 'orderedList', 'blockquote'] as const

/** One stop of Tab; the arrow keys go from button to button. */
function moveFocus(event: KeyboardEvent<HTMLDivElement>): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
  if (step === undefined || event.target instanceof HTMLSelectElement) return
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('button:not(:disabled)')]
  const next = stops[(stops.indexOf(event.target as HTMLElement) + step + stops.length) % stops.length]
  event.preventDefault()
  next?.focus()
}

export function Toolbar({ editor, label, onImage, onMarker }: ToolbarProps) {
  const state = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      level: levels.find((level) => now.isActive('heading', { level })) ?? 0,
      active: names.filter((name) => now.isActive(name)),
      mayUndo: now.can().undo(),
      mayRedo: now.can().redo(),
    }),
  })
  const active: readonly string[] = state.active
  return (
    <div role="toolbar" aria-label={label} className={classes['toolbar']} onKeyDown={moveFocus}>
      <NativeSelect
        size="xs"
        aria-label={t('Kind of paragraph')}
        value={String(state.level)}
        data={[
          { value: '0', label: t('Paragraph') },
          ...levels.map((level) => ({ value: String(level), label: t('Heading {level}', { level }) })),
        ]}
        onChange={(event) => {
          const level = levels.find((one) => String(one) === event.currentTarget.value)
          const chain = editor.chain().focus()
          if (level === undefined) chain.setParagraph().run()
          else chain.setHeading({ level }).run()
        }}
      />
      {commands.map(({ label: name, keys, icon, mark, run }, place) => (
        <Tool
          key={name}
          label={t(name)}
          {...(keys && { keys })}
          icon={icon}
          isActive={mark !== undefined && active.includes(mark)}
          isStop={place === 0}
          onClick={() => run(editor)}
        />
      ))}
      <Tool label={t('Image')} icon={IconPhoto} onClick={onImage} />
      <Tool label={t('Link marker')} keys="Ctrl+Shift+L" icon={IconMapPin} onClick={onMarker} />
      <span className={classes['gap']} />
      <Tool
        label={t('Undo')}
        keys="Ctrl+Z"
        icon={IconArrowBackUp}
        isDisabled={!state.mayUndo}
        onClick={() => editor.chain().focus().undo().run()}
      />
      <Tool
        label={t('Redo')}
        keys="Ctrl+Y"
        icon={IconArrowForwardUp}
        isDisabled={!state.mayRedo}
        onClick={() => editor.chain().focus().redo().run()}
      />
    </div>
  )
}

interface ToolProps {
  label: string
  keys?: string
  icon: Icon
  isActive?: boolean
  isStop?: boolean
  isDisabled?: boolean
  onClick: () => void
}

function Tool({ label, keys, icon: Picture, isActive, isStop = false, isDisabled = false, onClick }: ToolProps) {
  return (
    <ActionIcon
      variant={isActive ? 'light' : 'subtle'}
      {...(!isActive && { color: 'gray' })}
      size={28}
      aria-label={label}
      title={keys ? `${label} (${keys})` : label}
      disabled={isDisabled}
      {...(isActive !== undefined && { 'aria-pressed': isActive })}
      tabIndex={isStop ? 0 : -1}
      onClick={onClick}
      // The selection stays where it is.
      onMouseDown={(event) => event.preventDefault()}
    >
      <Picture size={16} aria-hidden />
    </ActionIcon>
  )
}
