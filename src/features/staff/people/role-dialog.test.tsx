import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { click, closeScreen, openScreen } from '../../../ui/testing/open-screen.tsx'
import { RoleDialog } from './role-dialog.tsx'

afterEach(closeScreen)

it('the role of an account that was deleted says why it can’t be changed', async () => {
  const person = { id: 4, version: 1, name: 'Ida Sol', role: 'agent' }
  const roles = ['agent', 'editor'].map((name) => ({ name, description: '', isAssignable: true }))
  const screen = await openScreen(<RoleDialog person={person} onClose={vi.fn()} />, {
    'GET /rest/data/users/assignable-roles': roles,
    'PATCH /rest/data/users/admins/4': Response.json({ message: 'Staff account not found.' }, { status: 404 }),
  })
  const select = screen.find('select') as HTMLSelectElement
  await act(async () => {
    select.value = 'editor'
    select.dispatchEvent(new Event('change', { bubbles: true }))
  })
  await click(screen.button('Change role'))
  expect(screen.find('[role="dialog"]').textContent).toContain('Staff account not found.')
})
