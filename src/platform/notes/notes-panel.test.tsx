import { act } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { text } from '../../core/resource/fields.ts'
import { defineResource } from '../../core/resource/resource.ts'
import { click, closeScreen, openScreen, Refused, type } from '../../ui/testing/open-screen.tsx'
import { boundTo, noteShortcut } from '../../ui/shortcuts.web.ts'
import { NotesPanel } from './notes-panel.tsx'

afterEach(closeScreen)

const tours = defineResource('tours', {
  label: ['Tour', 'Tours'],
  access: 'places',
  operations: ['list', 'read', 'update'],
  title: 'name',
  fields: { name: text({ required: true, max: 40 }) },
  list: { columns: ['name'], filters: [], search: ['name'], sort: 'name' },
})
const note = (id: number) => ({
  id,
  body: `Note ${id}`,
  author: 'Ida',
  createdAt: '2026-11-02T10:00:00Z',
  editedAt: null,
  isOwn: false,
})

const open = (address: string) =>
  openScreen(
    <NotesPanel of={tours} record={{ id: 7, version: 1 }} />,
    { 'GET /rest/data/tours/7/notes': { notes: [6, 5, 4, 3, 2].map(note), hasMore: false } },
    address,
  )

it('shows older notes and has the focus on the one that the address names', async () => {
  const screen = await open('/page#note-2')
  expect(screen.all('li')).toHaveLength(5)
  expect(document.activeElement).toBe(screen.find('#note-2'))
})

it('shows the newest alone where the address names none of them', async () => {
  expect((await open('/page#note-99')).all('li')).toHaveLength(3)
})

it('begins a note by its key, as the timeline of an order does', async () => {
  const screen = await open('/page')
  await act(async () => boundTo(noteShortcut)?.())
  expect(document.activeElement).toBe(screen.find('textarea'))
})

it.each([['ctrlKey'], ['metaKey']])(
  'saves a note by Enter with %s, and begins a new line by Enter alone',
  async (key) => {
    const screen = await open('/page')
    await click(screen.button('Add note'))
    const input = screen.find('textarea')
    await type('Call back', input)
    const press = (init: object) =>
      act(async () =>
        input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...init })),
      )
    await press({})
    expect(screen.calls.filter(({ call }) => call.startsWith('POST'))).toEqual([])
    await press({ [key]: true })
    await vi.waitFor(() =>
      expect(screen.calls).toContainEqual(
        expect.objectContaining({ call: 'POST /rest/data/tours/7/notes', body: { body: 'Call back' } }),
      ),
    )
  },
)

describe('a new note', () => {
  /** The panel with a note typed. The notes are read once; every later reading is under way for good. */
  async function typed(stored: unknown) {
    let reads = 0
    const screen = await openScreen(<NotesPanel of={tours} record={{ id: 7, version: 1 }} />, {
      'GET /rest/data/tours/7/notes': () => (reads++ === 0 ? { notes: [], hasMore: false } : new Promise(() => {})),
      'POST /rest/data/tours/7/notes': stored,
    })
    await click(screen.button('Add note'))
    await type('Call back', screen.find('textarea'))
    return { ...screen, sent: () => screen.calls.filter(({ call }) => call.startsWith('POST')) }
  }

  it('closes its input as soon as it is stored, before the notes are read again', async () => {
    const screen = await typed(note(8))
    await click(screen.button('Save note'))
    expect(screen.all('textarea')).toEqual([])
  })

  it('is stored once however often its button is pressed', async () => {
    const screen = await typed(note(8))
    await act(async () => {
      screen.button('Save note').click()
      screen.button('Save note').click()
    })
    await expect.poll(() => screen.all('textarea')).toEqual([])
    expect(screen.sent()).toHaveLength(1)
  })

  it('stays in its input where it is refused, and can be stored again', async () => {
    const screen = await typed(new Refused({ body: 'Too long.' }))
    await click(screen.button('Save note'))
    expect(screen.text()).toContain('Too long.')
    await click(screen.button('Save note'))
    expect(screen.sent()).toHaveLength(2)
  })
})
