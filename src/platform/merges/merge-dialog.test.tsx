import { afterEach, describe, expect, it } from 'vitest'
import { text } from '../../core/resource/fields.ts'
import { defineResource } from '../../core/resource/resource.ts'
import { closeScreen, openScreen } from '../../ui/testing/open-screen.tsx'
import { MergeDialog } from './merge-dialog.tsx'

afterEach(closeScreen)

const tours = defineResource('tours', {
  label: ['Tour', 'Tours'],
  access: 'places',
  operations: ['list', 'read', 'update'],
  title: 'name',
  fields: { name: text({ required: true, max: 40 }) },
  list: { columns: ['name'], filters: [], search: ['name'], sort: 'name' },
})
const preview = {
  from: { id: 2, title: 'Old', slug: null },
  into: { id: 1, title: 'New' },
  moves: [],
  total: 0,
  choices: [],
  mergedFields: [],
  collapsedRows: [],
  obstacles: [],
}

describe('the preview of a merge', () => {
  const open = (more: object) =>
    openScreen(
      <MergeDialog of={tours} record={{ id: 1, name: 'New' }} from={2} onClose={() => {}} onDone={() => {}} />,
      { 'GET /rest/data/tours/1/merge-preview': { ...preview, ...more } },
    )

  it('lists what moves, and has no table where nothing does', async () => {
    const moves = [{ resource: 'guides', label: 'Guides', field: 'Tour', count: 3 }]
    const some = await open({ moves, total: 3 })
    expect(some.calls[0]?.query).toEqual({ from: '2' })
    expect(some.find('[role=status] tbody').textContent).toBe('GuidesTour3')
    await closeScreen()
    const none = await open({})
    expect(none.find('[role=status]').textContent).toContain('Old')
    expect(none.all('[role=status] table')).toEqual([])
  })

  it('cannot be confirmed while something forbids it, which it says', async () => {
    const screen = await open({ obstacles: ['Both have a guide.'] })
    expect(screen.find('[role=alert]').textContent).toContain('Both have a guide.')
    expect(screen.button('Merge')).toHaveProperty('disabled', true)
  })
})
