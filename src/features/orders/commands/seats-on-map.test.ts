import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { OrderDesk } from '../testing/order-desk.server.ts'
import { openOrderDesk } from '../testing/order-desk.server.ts'
import type { StaffDesk } from '../testing/staff-desk.server.ts'
import { staffDesk } from '../testing/staff-desk.server.ts'

let desk: OrderDesk
let staff: StaffDesk
let id: number
beforeAll(async () => {
  desk = await openOrderDesk(inject('postgresUrl'), 'seats on the map')
  staff = staffDesk(desk, await desk.server.signIn('admin'))
  // Two tickets in Stalls, row F, which the map below doesn't have.
  id = await staff.idOf(await desk.placed({ lines: [desk.tickets(2)] }))
  await staff.pay(id, 'pending_supplier', 'confirmed')
  await sql`
    with c as (insert into venue_configurations (venue_id, name, layout, capacity)
      select f.venue_id, 'Opera', 'theatre', 2000 from performances f where f.id = ${desk.goods.performanceId} returning id),
    s as (insert into venue_sections (venue_configuration_id, position, code, name, is_general_admission, rows)
      select c.id, v.* from c cross join (values (1, 'bal', 'Balcony', false, array['A', 'B', 'C']),
        (2, 'pit', 'Standing', true, '{}'::text[]), (3, 'box', 'Boxes', false, '{}'::text[])) v)
    update performances set venue_configuration_id = (select id from c) where id = ${desk.goods.performanceId}`.execute(
    desk.db,
  )
})
afterAll(() => desk?.server.stop())

const problems = async (section: string, row: string | null, seats: readonly string[]) => {
  const { status, body } = await staff.previewReply(id, 'reassign-seats', { position: 1, section, row, seats })
  expect(status).toBe(422)
  return (body as { fields: object }).fields
}
const line = async () =>
  (
    await sql`select section, seat_row as row, seats from purchase_lines where purchase_id = ${id} and kind = 'item'`.execute(
      desk.db,
    )
  ).rows[0]

describe('seats that are reassigned', () => {
  it('are in a section of the venue’s map', async () => {
    expect(await problems('Balcon', 'A', ['1', '2'])).toEqual({
      section: 'The venue’s map has no section Balcon. Closest: Balcony, Boxes, Standing.',
    })
  })

  it('are in a row of that section, where it has rows', async () => {
    expect(await problems('Balcony', 'Z', ['1', '2'])).toEqual({
      row: 'Balcony has no row Z. Its rows: A, B, C.',
    })
    expect(await problems('Balcony', null, ['1', '2'])).toEqual({ row: 'Enter the row.' })
  })

  it('are none where people stand', async () => {
    expect(await problems('Standing', 'A', [])).toEqual({ row: 'Standing has no rows: it’s general admission.' })
    expect(await problems('Standing', null, ['1', '2'])).toEqual({
      seats: 'Standing has no seats: it’s general admission.',
    })
  })

  it('can change in the section that was sold, which the map doesn’t have, with a warning', async () => {
    const input = { position: 1, section: 'stalls', row: 'F', seats: ['1', '2'] }
    const { effects } = await staff.run(id, 'reassign-seats', input)
    expect(effects.map(({ text }) => text)).toContain(
      'The venue’s map has no section Stalls, so the row isn’t checked.',
    )
    expect(await line()).toEqual({ section: 'Stalls', row: 'F', seats: ['1', '2'] })
  })

  it('are kept as the map writes them, by name or code, and belong to one order', async () => {
    await staff.run(id, 'reassign-seats', { position: 1, section: 'BAL', row: 'b', seats: ['1', '2'] })
    expect(await line()).toEqual({ section: 'Balcony', row: 'B', seats: ['1', '2'] })
    const other = await staff.idOf(await desk.placed({ lines: [desk.tickets(2)] }))
    await staff.pay(other, 'pending_supplier', 'confirmed')
    const again = { position: 1, section: 'balcony', row: 'b', seats: ['2', '3'] }
    expect(await staff.previewReply(other, 'reassign-seats', again)).toMatchObject({
      status: 422,
      body: { fields: { seats: expect.stringMatching(/^Seat 2 belongs to order /) } },
    })
  })
})
