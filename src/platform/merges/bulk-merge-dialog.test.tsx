import { afterEach, expect, it, vi } from 'vitest'
import { text } from '../../core/resource/fields.ts'
import { defineResource } from '../../core/resource/resource.ts'
import { click, closeScreen, openScreen } from '../../ui/testing/open-screen.tsx'
import { BulkMergeDialog } from './bulk-merge-dialog.tsx'

afterEach(closeScreen)

const tours = defineResource('tours', {
  label: ['Tour', 'Tours'],
  access: 'places',
  operations: ['list', 'read', 'update'],
  title: 'name',
  fields: { name: text({ required: true, max: 40 }) },
  list: { columns: ['name'], filters: [], search: ['name'], sort: 'name' },
})
const rows = [1, 2, 3, 4].map((id) => ({ id, version: 1, name: `Tour ${id}` }))
const preview = { total: 0, moves: [], collapsedRows: [], obstacles: [] }

it('a merge of many that loses the connection stops there, says so, and keeps what was merged', async () => {
  const onDone = vi.fn()
  const merge = vi.fn(() => {
    if (merge.mock.calls.length === 2) throw new TypeError('Failed to fetch')
    return { id: 9 }
  })
  const screen = await openScreen(<BulkMergeDialog of={tours} rows={rows} onClose={vi.fn()} onDone={onDone} />, {
    'GET /rest/data/tours/1/merge-preview': preview,
    'POST /rest/data/tours/1/merge': merge,
  })
  await click(screen.button('Merge'))
  expect(screen.all('[aria-label="What moves"] li').map(({ textContent }) => textContent)).toEqual([
    'Tour 2 (#2)Merged',
    'Tour 3 (#3)The server isn’t responding. Check your connection.',
    'Tour 4 (#4)Nothing links to it.',
  ])
  await click(screen.button('Cancel'))
  expect(onDone).toHaveBeenCalledOnce()
})
