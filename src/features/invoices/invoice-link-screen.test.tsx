import { afterEach, expect, it } from 'vitest'
import { RecordPathsProvider } from '../../ui/resource/record-paths.tsx'
import { closeScreen, openScreen } from '../../ui/testing/open-screen.tsx'
import { InvoiceLinkScreen } from './invoice-link-screen.tsx'

afterEach(closeScreen)

const open = async (answers: Readonly<Record<string, unknown>>, address = '/page?id=5') =>
  await openScreen(
    <RecordPathsProvider value={(resource, page, id) => `/${resource}/${page}/${id}`}>
      <InvoiceLinkScreen />
    </RecordPathsProvider>,
    answers,
    address,
  )
const invoice = { id: 5, version: 1, kind: 'invoice', purchaseKind: 'event', purchaseId: 7 }

it.each([
  ['invoice', 'invoice'],
  ['simplified', 'invoice'],
  ['rectifying', 'refund-invoice'],
])('a document of kind %s leads to the page of its order', async (kind, page) => {
  const screen = await open({ 'GET /rest/data/invoices/5': { ...invoice, kind } })
  expect(screen.address()).toBe(`/purchases/${page}-event/7`)
})

it('a document that is not there is said so, as is an address without one', async () => {
  const screen = await open({})
  expect(screen.address()).toBe('/page?id=5')
  expect(screen.text()).toMatch(/Invoice/)
  expect(screen.all('[aria-busy="true"]')).toEqual([])
  await closeScreen()
  expect((await open({}, '/page')).text()).toMatch(/Invoice/)
})
