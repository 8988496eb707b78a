import { afterEach, expect, it } from 'vitest'
import { text } from '../../core/resource/fields.ts'
import { defineResource } from '../../core/resource/resource.ts'
import { click, closeScreen, openScreen } from '../testing/open-screen.tsx'
import { toasts } from '../toast-store.web.ts'
import { useUndoable } from './undo.web.ts'

afterEach(closeScreen)

const tours = defineResource('tours', {
  label: ['Tour', 'Tours'],
  access: 'places',
  operations: ['list', 'read', 'update'],
  title: 'name',
  fields: { name: text({ required: true, max: 40 }) },
  list: { columns: ['name'], filters: [], search: ['name'], sort: 'name' },
})

function Deletion() {
  const undoable = useUndoable(tours)
  return (
    <button
      type="button"
      onClick={() => undoable({ message: 'Deleted', action: 'delete', ids: [1, 2], undone: 'Both are back' })}
    >
      Delete
    </button>
  )
}

it.each([
  [2, null, 'success', 'Both are back'],
  [1, 'Its city is gone.', 'warning', '1 of 2 undone. Its city is gone.'],
  [0, 'Its city is gone.', 'warning', 'Its city is gone.'],
])('the message after undoing two says why others were not undone: %d', async (changed, reason, type, message) => {
  const screen = await openScreen(<Deletion />, {
    'POST /rest/data/tours/bulk-edits': { changed, results: [{ reason: null }, { reason }] },
  })
  await click(screen.button('Delete'))
  toasts.open()[0]?.action?.run()
  await click(document.body)
  expect(toasts.open().at(-1)).toMatchObject({ type, message })
})
