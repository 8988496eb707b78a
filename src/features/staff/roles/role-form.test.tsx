import { act } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { listenToShortcuts } from '../../../ui/shortcuts.web.ts'
import { closeScreen, openScreen, type } from '../../../ui/testing/open-screen.tsx'
import { RoleForm } from './role-form.tsx'

let stopListening = () => {}
beforeEach(() => {
  // Texts that grow with what is in them listen for fonts, which this document lacks.
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })
  stopListening = listenToShortcuts()
})
afterEach(async () => {
  stopListening()
  await closeScreen()
})

const press = () =>
  act(async () => {
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 's', ctrlKey: true, cancelable: true }))
  })

it('Ctrl+S on a role shows the changes to review, as its button does, and nothing while there are none', async () => {
  const screen = await openScreen(<RoleForm role={null} permissions={[]} objects={[]} actions={[]} />)
  await press()
  expect(screen.all('[role=dialog]')).toEqual([])
  await type('box-office', screen.find('form input:not([type=search])'))
  await press()
  await expect.poll(() => screen.text()).toContain('Review the new role box-office')
})
