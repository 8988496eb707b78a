import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { instant, text } from '../../core/resource/fields.ts'
import { defineResource } from '../../core/resource/resource.ts'
import { closeScreen, openScreen } from '../testing/open-screen.tsx'
import { BusinessZoneProvider } from './business-zone.web.ts'
import { ShortList } from './short-list.tsx'

const runs = defineResource('short-runs', {
  label: ['Run', 'Runs'],
  access: 'roles',
  operations: ['list'],
  title: 'name',
  fields: { name: text({ required: true }), at: instant() },
  list: { columns: ['name'], filters: ['name', 'at'], search: ['name'], sort: 'name' },
})
const columns = [{ id: 'name', header: 'Name', cell: ({ name }: { name: string }) => name }]
const data = [
  { name: 'Late yesterday in Pago Pago', at: '2026-11-25T10:30:00Z' },
  { name: 'Early today in Pago Pago', at: '2026-11-25T11:30:00Z' },
]
const nameIn = ({ name }: { name: string }) => name

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-25T12:00:00Z'), toFake: ['Date'] }))
afterEach(async () => {
  vi.useRealTimers()
  await closeScreen()
})

async function shownIn(zone: string): Promise<string> {
  const filter = encodeURIComponent(JSON.stringify({ at: { during: 'today' } }))
  const screen = await openScreen(
    <BusinessZoneProvider value={zone}>
      <ShortList
        of={runs}
        answer={{ data, error: null, refetch: async () => null }}
        columns={columns}
        rowId={nameIn}
        textOf={nameIn}
        hrefOf={() => '/page'}
      />
    </BusinessZoneProvider>,
    {},
    `/page?filter=${filter}`,
  )
  return screen.text()
}

it('a period counts in the business zone, whatever zone the reader is in', async () => {
  const text = await shownIn('Pacific/Pago_Pago')
  expect(text).toContain('Early today in Pago Pago')
  expect(text).not.toContain('Late yesterday in Pago Pago')
})

it('a period counts in another business zone by its days', async () => {
  const text = await shownIn('Pacific/Kiritimati')
  expect(text).toContain('Early today in Pago Pago')
  expect(text).toContain('Late yesterday in Pago Pago')
})
