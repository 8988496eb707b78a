import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { text } from '../../core/resource/fields.ts'
import { defineResource } from '../../core/resource/resource.ts'
import { listenToShortcuts } from '../shortcuts.web.ts'
import type { OpenScreen } from '../testing/open-screen.tsx'
import { closeScreen, openScreen } from '../testing/open-screen.tsx'
import { ListScreen } from './list-screen.tsx'
import { RecordPathsProvider } from './record-paths.tsx'

const things = defineResource('coupons', {
  label: ['Thing', 'Things'],
  summary: 'Things',
  access: 'coupons',
  operations: ['list', 'read'],
  title: 'name',
  fields: { name: text({ required: true }) },
  list: { columns: ['name'], filters: [], search: [], sort: 'name' },
  form: { main: [] },
} as never)

const rows = [
  { id: 4, name: 'Carmen' },
  { id: 7, name: 'Tosca' },
]

async function openList(): Promise<OpenScreen> {
  return await openScreen(
    <RecordPathsProvider value={(of, page, id) => `/${of}/${page}?id=${id}`}>
      <ListScreen of={things} />
    </RecordPathsProvider>,
    { 'GET /rest/data/coupons': rows },
  )
}

const press = (key: string) =>
  act(async () => {
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  })
const labels = (screen: OpenScreen) => screen.all('[role=menuitem]').map(({ textContent }) => textContent)

afterEach(closeScreen)

test('the key of the row’s actions opens the menu of the row that has the focus, and leads back to it', async () => {
  const stop = listenToShortcuts()
  const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const screen = await openList()
  await vi.waitFor(() => screen.find('[data-row-id="7"]'))
  await act(async () => screen.find('[data-row-id="7"]').focus())
  await vi.waitFor(async () => {
    await press('.')
    expect(labels(screen)).toEqual(['Peek', 'Open in new tab', 'Copy “Tosca”', 'Copy link'])
  })
  const copy = screen.all('[role=menuitem]')[2]
  await act(async () => copy?.click())
  await vi.waitFor(() => expect(written).toHaveBeenCalledWith('Tosca'))
  await press('Escape')
  expect(document.activeElement).toBe(screen.find('[data-row-id="7"]'))
  stop()
})

test('the row under the pointer has its actions beside it, named after it', async () => {
  const screen = await openList()
  await vi.waitFor(() => screen.find('[data-row-id="4"]'))
  await act(async () => {
    screen.find('[data-row-id="4"] td').dispatchEvent(new PointerEvent('pointermove', { bubbles: true }))
  })
  await vi.waitFor(async () => {
    await act(async () => {
      screen.find('[data-row-id="4"] td').dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))
    })
    const button = screen.find('[role=group][aria-label="Actions of Carmen"] button')
    expect(button.getAttribute('aria-haspopup')).toBe('menu')
  })
})
