import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { text } from '../../core/resource/fields.ts'
import { defineResource } from '../../core/resource/resource.ts'
import { click, closeScreen, openScreen, type } from '../../ui/testing/open-screen.tsx'
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
