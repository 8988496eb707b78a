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
  await expect.poll(() => screen.text()).toContain('Review the new role Box office')
})

it('arrow keys go from box to box of the matrix, over the heads of its areas', async () => {
  const object = (name: string, label: string, area: string) => ({ name, label, area, isBuiltIn: true })
  const screen = await openScreen(
    <RoleForm
      role={null}
      permissions={[]}
      objects={[object('coupons', 'Coupons', 'sales'), object('tags', 'Tags', 'catalogue')]}
      actions={[
        {
          name: 'ui',
          label: 'See',
          objects: ['coupons', 'tags'],
          limits: { maximum: [], cities: [], personalData: [], maxOverridePercent: [] },
        },
      ]}
    />,
  )
  const [first, second] = screen.all('tbody input[type=checkbox]') as HTMLInputElement[]
  expect([...document.querySelectorAll('th[scope=rowgroup]')].map((head) => head.textContent)).toEqual([
    'Sales',
    'Catalogue',
  ])
  const press = async (from: HTMLElement | undefined, key: string) =>
    act(async () => void from?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })))
  await press(first, 'ArrowDown')
  expect(document.activeElement).toBe(second)
  await press(second, 'ArrowDown')
  expect(document.activeElement).toBe(second)
  await press(second, 'ArrowUp')
  expect(document.activeElement).toBe(first)
})

it('boxes of the matrix and the review say permissions as people read them, never by their names', async () => {
  const screen = await openScreen(
    <RoleForm
      role={null}
      permissions={[]}
      objects={[{ name: 'product-options', label: 'Product options', isBuiltIn: true }]}
      actions={[
        {
          name: 'write',
          label: 'Create and change records',
          objects: ['product-options'],
          limits: { maximum: [], cities: [], personalData: [], maxOverridePercent: [] },
        },
      ]}
    />,
  )
  await type('box-office', screen.find('form input:not([type=search])'))
  await act(async () => (screen.find('tbody input[type=checkbox]') as HTMLInputElement).click())
  expect(screen.find('tbody input[type=checkbox]').getAttribute('aria-label')).toBe('Product options · Edit')
  await press()
  await expect.poll(() => screen.text()).toContain('Product options · Edit')
  expect(screen.text()).toContain('Without “See”, the role has no access to: Product options.')
  expect(screen.text()).not.toMatch(/\bui\b|\bwrite\b|product-options/)
})
