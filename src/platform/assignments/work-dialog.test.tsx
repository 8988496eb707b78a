import { afterEach, expect, it, vi } from 'vitest'
import { text } from '../../core/resource/fields.ts'
import { defineResource } from '../../core/resource/resource.ts'
import { click, closeScreen, openScreen } from '../../ui/testing/open-screen.tsx'
import { toasts } from '../../ui/toast-store.web.ts'
import { WorkDialog } from './work-dialog.tsx'

afterEach(closeScreen)

const tours = defineResource('tours', {
  label: ['Tour', 'Tours'],
  access: 'places',
  operations: ['list', 'read', 'update'],
  title: 'name',
  fields: { name: text({ required: true, max: 40 }) },
  list: { columns: ['name'], filters: [], search: ['name'], sort: 'name' },
})

it.each([
  [true, 'success', '1 changed'],
  [false, 'warning', '0 changed'],
])('work on records that changed something, %s, is a %s', async (isChanged, type, message) => {
  const dialog = (
    <WorkDialog
      of={tours}
      records={[{ id: 1, version: 1, name: 'Opera' }]}
      title="Assign"
      submit="Assign"
      isReady
      done={(n) => `${n} changed`}
      preview={() => ['', 'Ida']}
      run={async () => ({ results: [{ id: 1, title: 'Opera', isChanged }] }) as never}
      onClose={vi.fn()}
    >
      {null}
    </WorkDialog>
  )
  const screen = await openScreen(dialog)
  await click(screen.button('Assign'))
  expect(toasts.open()).toMatchObject([{ type, message }])
})
