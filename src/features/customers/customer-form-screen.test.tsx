import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { AnyResource } from '../../core/resource/resource.ts'
import { ResourcesProvider } from '../../ui/resource/resources.tsx'
import { closeScreen, openScreen } from '../../ui/testing/open-screen.tsx'
import { CustomerFormScreen } from './customer-form-screen.tsx'
import { customers } from './customers.ts'

// Texts that grow with what is in them listen for fonts, which this document lacks.
beforeAll(() => Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true }))
afterEach(closeScreen)

// The pickers want the definitions that they pick from; what those say is not to the point here.
const targets = Object.values(customers.fields).flatMap((field) =>
  'to' in field ? [{ ...customers, name: field.to }] : [],
)
const loaded = Promise.resolve(targets as readonly AnyResource[])
const form = (
  <ResourcesProvider value={() => loaded}>
    <CustomerFormScreen />
  </ResourcesProvider>
)
const stored = { id: 7, version: 1, firstName: 'Ida', lastName: 'Sol', name: 'Ida Sol', status: 'active', tags: [] }
const opened = (status: string) =>
  openScreen(form, { 'GET /rest/data/users/user/7': { ...stored, status } }, '/page?id=7')

describe('the form of a customer', () => {
  it('can be changed, and no more once the customer is anonymised', async () => {
    const before = await opened('active')
    expect(before.all('#field-firstName, #field-phone, #field-status').length).toBe(3)
    await closeScreen()
    const after = await opened('anonymised')
    expect(after.all('#field-firstName, #field-lastName, #field-phone, #field-tags, #field-status')).toEqual([])
    expect(after.text()).toContain('This customer was anonymised, so there is nothing to change.')
  })
})
