import { afterEach, expect, it, vi } from 'vitest'
import { text } from '../../core/resource/fields.ts'
import { defineResource } from '../../core/resource/resource.ts'
import { click, closeScreen, openScreen } from '../../ui/testing/open-screen.tsx'
import { BulkEditDialog } from './bulk-edit-dialog.tsx'

afterEach(closeScreen)

const tours = defineResource('tours', {
  label: ['Tour', 'Tours'],
  access: 'places',
  operations: ['list', 'read', 'update', 'delete'],
  title: 'name',
  fields: { name: text({ required: true, max: 40 }) },
  list: { columns: ['name'], filters: [], search: ['name'], sort: 'name' },
})

it('a preview that failed says so and can be asked for again, and the command waits for it', async () => {
  const found = {
    total: 2,
    next: null,
    changed: 2,
    unchanged: 0,
    refused: [],
    examples: [],
    leftAlone: null,
    note: null,
  }
  const failed = Response.json({ message: 'Something went wrong on our side.' }, { status: 500 })
  const look = vi.fn().mockReturnValue(found).mockReturnValueOnce(failed)
  const dialog = (
    <BulkEditDialog
      of={tours}
      action="delete"
      what="2 tours"
      target={{ ids: [1, 2] }}
      onClose={vi.fn()}
      onDone={vi.fn()}
    />
  )
  const screen = await openScreen(dialog, { 'POST /rest/data/tours/bulk-edits/preview': look })
  expect(screen.find('[role="dialog"]').textContent).toContain('Preview didn’t load')
  expect(screen.text()).not.toContain('Checking')
  expect(screen.all('progress')).toEqual([])
  const command = () => screen.button('Delete 2 tours') as HTMLButtonElement
  expect(command().disabled).toBe(true)
  await click(screen.button('Try again'))
  expect(screen.text()).not.toContain('Preview didn’t load')
  expect(command().disabled).toBe(false)
})
