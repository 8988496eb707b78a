import type { Editor } from '@tiptap/core'
import { act } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { longText } from '../../core/resource/fields.ts'
import { closeScreen, openScreen } from '../../ui/testing/open-screen.tsx'
import { toasts } from '../../ui/toast-store.web.ts'
import { bindShortcut, saveAndNextShortcut } from '../../ui/shortcuts.web.ts'
import { RichTextInput } from './rich-text-input.tsx'
import type { PickedImage, TextImages } from './text-images.web.ts'

afterEach(closeScreen)

const images = { addressOf: () => '', upload: () => Promise.reject(new Error('no')), Picker: () => null }
const open = (html: string, max?: number, library: TextImages = images) =>
  openScreen(
    <RichTextInput
      field={longText({ format: 'richText', label: 'Story', ...(max !== undefined && { max }) })}
      images={library}
      name="story"
      value={html}
      onChange={() => {}}
      errors={{}}
      readOnly={false}
      draft={{}}
      record={null}
    />,
  )

describe('the length of a rich text', () => {
  const story = '<p>Twenty letters here.</p>'

  it('is that of its letters while there is room, and of all that is kept once it nears the limit of the field', async () => {
    expect((await open(story, 1_000)).text()).not.toContain('of 1,000')
    await closeScreen()
    expect((await open(story, 28)).text()).toContain('20 characters, 27 of 28 with their formatting')
  })

  it('nears the usual limit where the field has none of its own', async () => {
    expect((await open(story)).text()).toContain('20 characters')
    await closeScreen()
    const long = `<p>${'a'.repeat(60_000)}</p>`
    expect((await open(long)).text()).toContain('60,007 of 65,536')
  })
})

describe('what is pasted into a rich text', () => {
  it('is its words where no picture comes with them', async () => {
    const screen = await open('<p>Before</p>')
    const clipboardData = {
      files: [new File(['a,b'], 'prices.csv', { type: 'text/csv' })],
      getData: (type: string) => (type === 'text/plain' ? 'Pasted words' : ''),
    }
    const paste = Object.assign(new Event('paste', { bubbles: true, cancelable: true }), { clipboardData })
    await act(async () => screen.find('[role="textbox"]').dispatchEvent(paste))
    expect(screen.text()).toContain('Pasted words')
    expect(toasts.open()).toEqual([])
  })
})

describe('a picture that is pasted into a rich text', () => {
  it('comes to where it was pasted, and leaves caret, selection and focus to who is writing on', async () => {
    let arrive = (_: PickedImage) => {}
    const upload = () =>
      new Promise<PickedImage>((resolve) => {
        arrive = resolve
      })
    const screen = await open('<p>First</p><p>Second</p>', undefined, { ...images, upload })
    const text = screen.find('.ProseMirror') as HTMLElement & { editor: Editor }
    const { editor } = text
    const [endOfFirst, inSecond] = [6, { from: 9, to: 13 }]
    await act(async () => editor.commands.setTextSelection(endOfFirst))
    const clipboardData = { files: [new File(['x'], 'a.png', { type: 'image/png' })], getData: () => '' }
    const paste = Object.assign(new Event('paste', { bubbles: true, cancelable: true }), { clipboardData })
    await act(async () => text.dispatchEvent(paste))
    expect(toasts.open().map(({ message }) => message)).toEqual(['Uploading a.png'])
    await act(async () => editor.commands.insertContentAt(1, 'At '))
    await act(async () => editor.commands.setTextSelection({ from: inSecond.from + 3, to: inSecond.to + 3 }))
    await act(async () => arrive({ id: 5, alt: '' }))
    const parts = editor.state.doc.content.content.map((node) => node.textContent || node.type.name)
    expect(parts.filter((part) => part !== 'paragraph')).toEqual(['At First', 'libraryImage', 'Second'])
    const { from, to } = editor.state.selection
    expect(editor.state.doc.textBetween(from, to)).toBe('econ')
    expect(document.activeElement).not.toBe(text)
  })
})

describe('Ctrl+Enter in a rich text', () => {
  it('is left to a page that saves and goes on with it, and breaks the line elsewhere', async () => {
    const pressed = async () => {
      const press = new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true, cancelable: true })
      await act(async () => screen.find('.ProseMirror').dispatchEvent(press))
      return {
        isTaken: press.defaultPrevented,
        breaks: screen.all('.ProseMirror br:not(.ProseMirror-trailingBreak)').length,
      }
    }
    const screen = await open('<p>Twenty letters here.</p>')
    const unbind = bindShortcut(saveAndNextShortcut, () => {})
    expect(await pressed()).toEqual({ isTaken: false, breaks: 0 })
    unbind()
    expect(await pressed()).toEqual({ isTaken: true, breaks: 1 })
  })
})
