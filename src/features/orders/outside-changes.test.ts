import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { Refusal } from '../../core/errors/errors.ts'
import type { SuppliedVisit } from '../supply/importing/supplier-bookings.server.ts'
import type { Order } from './orders.ts'
import { askSupplier, inquire, intendCall } from './supplier-calls.server.ts'
import type { SupplierName } from './supplier-port.server.ts'
import { supplierOf } from './suppliers.server.ts'
import type { SuppliedDesk } from './testing/supplied-desk.server.ts'
import { codeAt, openSuppliedDesk } from './testing/supplied-desk.server.ts'

let desk: SuppliedDesk
beforeAll(async () => {
  desk = await openSuppliedDesk(inject('postgresUrl'), 'outside_changes')
  await desk.sell('viator', ...[91_100, 91_009, 91_010].map(codeAt.viator))
  await desk.sell('tiqets', codeAt.tiqets(91_100))
})
afterAll(() => desk?.server.stop())

const newDate = '2099-06-10'
async function booked(code: string): Promise<{ order: Order; key: string; visit: SuppliedVisit }> {
  const order = await desk.order(code)
  await desk.pay(order)
  const { visit } = await desk.booking(order)
  return { order, key: await desk.keyOf(order), visit: visit as SuppliedVisit }
}
const ask = <A extends 'checkChange' | 'quoteChange'>(
  action: A,
  key: string,
  visit: SuppliedVisit,
  supplier: SupplierName = 'viator',
) => inquire(desk.server.database, { supplier, action, key, request: { lines: [], visit } })
const apply = async (key: string, visit: SuppliedVisit, token: string) => {
  const call = { action: 'applyChange', key, step: token.slice(0, 64) } as const
  await intendCall(desk.db, { ...call, supplier: 'viator', request: { lines: [], visit, token } })
  return await askSupplier(desk.server.database, supplierOf(desk.server.database, 'viator'), call)
}
const changesSent = async (order: Order) =>
  (await desk.exchanges(order)).filter(({ url }) => String(url).includes('/amendment/amend/')).length

describe('another day for a booking at Viator', () => {
  it('is checked, quoted and made, once for a quote', async () => {
    const { order, key, visit } = await booked(codeAt.viator(91_100))
    const wanted = { ...visit, date: newDate }
    expect(await ask('checkChange', key, wanted)).toEqual({ problem: null })
    const { token, fee } = await ask('quoteChange', key, wanted)
    expect(fee).toBe(0)
    const settled = [await apply(key, wanted, token), await apply(key, wanted, token)]
    expect(settled.map((one) => one?.state)).toEqual(['done', 'done'])
    expect(await desk.booking(order)).toMatchObject({ visit: { date: newDate }, change_state: 'done', changes: 1 })
    expect(await changesSent(order)).toBe(1)
  })

  it('is asked for where the answer to the change is lost', async () => {
    const { order, key, visit } = await booked(codeAt.viator(91_009))
    const wanted = { ...visit, date: newDate }
    const { token } = await ask('quoteChange', key, wanted)
    expect(await apply(key, wanted, token)).toBeNull()
    await desk.later()
    expect(await desk.booking(order)).toMatchObject({ visit: { date: newDate }, change_state: 'done' })
    expect((await desk.calls(order))['applyChange']).toMatchObject({ state: 'done' })
    expect(await changesSent(order)).toBe(1)
  })

  it('is refused where Viator has no places then, where it changes nothing, and for another party', async () => {
    const { key, visit } = await booked(codeAt.viator(91_100))
    await expect(ask('quoteChange', key, { ...visit, date: '2099-12-25' })).rejects.toThrow(
      'Viator has no places then.',
    )
    const larger = { ...visit, units: visit.units.map((unit) => ({ ...unit, quantity: 3 })) }
    expect((await ask('checkChange', key, larger)).problem).toContain('not the party')
    const fixed = await booked(codeAt.viator(91_010))
    expect((await ask('checkChange', fixed.key, { ...fixed.visit, date: newDate })).problem).toBe(
      'Viator doesn’t let bookings of this product be changed.',
    )
  })

  it('needs a quote that Viator knows', async () => {
    const { order, key, visit } = await booked(codeAt.viator(91_100))
    const settled = await apply(key, { ...visit, date: newDate }, 'QR-unknown')
    expect(settled).toMatchObject({ state: 'refused' })
    expect(await desk.booking(order)).toMatchObject({ visit: { date: visit.date } })
  })
})

it('another day at a supplier without changes is no more than a sentence', async () => {
  const { key, visit } = await booked(codeAt.tiqets(91_100))
  const wanted = { ...visit, date: newDate }
  expect((await ask('checkChange', key, wanted, 'tiqets')).problem).toContain('Tiqets bookings can’t be changed')
  await expect(ask('quoteChange', key, wanted, 'tiqets')).rejects.toBeInstanceOf(Refusal)
})
