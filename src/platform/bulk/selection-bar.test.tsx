import { act, useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { integer, select, text } from '../../core/resource/fields.ts'
import { defineResource } from '../../core/resource/resource.ts'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { click, closeScreen, openScreen } from '../../ui/testing/open-screen.tsx'
import type { BulkPreview } from './bulk-edits.ts'
import { SelectionBar } from './selection-bar.tsx'

afterEach(closeScreen)

const tours = defineResource('tours', {
  label: ['Tour', 'Tours'],
  access: 'places',
  operations: ['list', 'read', 'update', 'delete'],
  title: 'name',
  fields: { name: text({ required: true, max: 40 }), kind: select(['walk', 'ride']), seats: integer({ min: 1 }) },
  list: { columns: ['name'], filters: [], search: ['name'], sort: 'name' },
})
const rows = [
  { id: 1, version: 1, name: 'Harbour' },
  { id: 2, version: 1, name: 'Cliffs' },
]
const previewOf = (total: number): BulkPreview => ({
  next: null,
  total,
  changed: total,
  unchanged: 0,
  refused: [],
  examples: [],
  leftAlone: null,
  note: null,
})

function Bar() {
  const [selected, setSelected] = useState<readonly AnyRecord[]>(rows)
  const [q, setQ] = useState('')
  return (
    <>
      <SelectionBar
        of={tours}
        query={{ q, sort: [{ field: 'name', descending: false }] }}
        columns={['name']}
        rows={selected}
        selected={selected}
        total={135}
        isCapped={false}
        commands={null}
        replacesActions={false}
        select={() => {}}
      />
      <button type="button" onClick={() => setQ('a')}>
        Search
      </button>
      <button type="button" onClick={() => setSelected(rows.slice(0, 1))}>
        Lose a row
      </button>
    </>
  )
}

/** The bar over two selected rows of 135, of which the server sends the selection once `send` is called. */
async function opened() {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  const screen = await openScreen(<Bar />, {
    'POST /rest/data/tours/selections': () => promise,
    'POST /rest/data/tours/bulk-edits/preview': ({ body }: { body: object }) =>
      previewOf('selection' in body ? 135 : 2),
  })
  return {
    ...screen,
    send: () => act(async () => resolve({ id: 7, total: 135, expiresAt: '2026-01-01T00:00:00.000Z' })),
    title: () => screen.all('[role=dialog] h2')[0]?.textContent ?? null,
    previewed: () => screen.calls.filter(({ call }) => call.endsWith('/preview')).map(({ body }) => body),
  }
}

describe('a command over a selection', () => {
  it('is of the selected rows', async () => {
    const screen = await opened()
    await click(screen.button('Delete'))
    await expect.poll(screen.title).toBe('Delete 2 tours')
    expect(screen.previewed()).toEqual([{ ids: [1, 2], action: 'delete', from: 0 }])
  })

  it('waits for everything that matches, and is of all of it, when it is chosen before the server has answered', async () => {
    const screen = await opened()
    await click(screen.button('Select all 135 matching'))
    await click(screen.button('Delete'))
    expect(screen.title()).toBe(null)
    await screen.send()
    await expect.poll(screen.title).toBe('Delete 135 tours')
    await expect.poll(screen.previewed).toEqual([{ selection: 7, action: 'delete', from: 0 }])
  })

  it('is of the selected rows again once the list shows something else', async () => {
    const screen = await opened()
    await click(screen.button('Select all 135 matching'))
    await screen.send()
    await expect.poll(screen.text).toContain('All 135 selected')
    await click(screen.button('Search'))
    expect(screen.text()).toContain('2 selected')
    await click(screen.button('Delete'))
    await expect.poll(screen.title).toBe('Delete 2 tours')
  })

  it('stays of the same rows when one of them leaves the list behind its dialog', async () => {
    const screen = await opened()
    await click(screen.button('Delete'))
    await expect.poll(screen.title).toBe('Delete 2 tours')
    await click(screen.button('Lose a row'))
    expect(screen.title()).toBe('Delete 2 tours')
    expect(screen.previewed()).toEqual([{ ids: [1, 2], action: 'delete', from: 0 }])
  })
})
