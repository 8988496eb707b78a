import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import type { OrderDesk } from '../orders/testing/order-desk.server.ts'
import { openOrderDesk } from '../orders/testing/order-desk.server.ts'
import { keyWith } from './testing/api-key.server.ts'

let desk: OrderDesk
let key: string
let performanceId: number

beforeAll(async () => {
  desk = await openOrderDesk(inject('postgresUrl'), 'offer_labels')
  key = (await keyWith(desk.db, ['catalogue:read', 'prices:read', 'availability:read'])).key
  const { rows } = await sql<{ id: number }>`
    select performance_id as id from ticket_listings where id = ${desk.goods.listingId}`.execute(desk.db)
  performanceId = rows[0]?.id ?? 0
  await sql`
    insert into ticket_listings (performance_id, provider_id, code, section, quantity, currency, price, note, note_labels)
    select performance_id, provider_id, 'label-' || g.label, section, 2, currency, price + 100, g.label, g.labels
    from ticket_listings cross join (values ('plain', '{}'::text[]), ('wheelchair', '{wheelchair}'), ('both', '{obstructed,wheelchair}')) g (label, labels)
    where id = ${desk.goods.listingId}`.execute(desk.db)
})
afterAll(() => desk.server.stop())

async function labelsOf(query: Readonly<Record<string, string>>) {
  const { status, body } = await desk.server.anonymous.get(`/v1/performances/${performanceId}/offers`, query, {
    authorization: `Bearer ${key}`,
  })
  if (status !== 200) return [status, (body as { message: string }).message]
  return (body as { data: { seatNotes: string[] }[] }).data.map(({ seatNotes }) => seatNotes.join(' ')).toSorted()
}

it('offers name the quantities that can be bought at once', async () => {
  await sql`
    update ticket_listings set splits = case code when 'label-both' then '{2,4,6}'::integer[] else '{}' end,
      quantity = case code when 'label-both' then 5 when 'label-wheelchair' then 4 else quantity end, leaves_no_single = code = 'label-wheelchair'
    where code like 'label-%'`.execute(desk.db)
  const { body } = await desk.server.anonymous.get(
    `/v1/performances/${performanceId}/offers`,
    {},
    {
      authorization: `Bearer ${key}`,
    },
  )
  const { data } = body as { data: { seatNotes: string[]; quantity: number; splits: number[] }[] }
  const splitsOf = (...notes: string[]) =>
    data.find(({ seatNotes }) => seatNotes.toSorted().join(' ') === notes.join(' '))?.splits
  expect(splitsOf('obstructed', 'wheelchair'), 'those of the seller that are left').toEqual([2, 4])
  expect(splitsOf('wheelchair'), 'never a single one').toEqual([1, 2, 4])
  expect(splitsOf(), 'any number').toEqual([])
  expect(data.every((one) => !('leavesNoSingle' in one))).toBe(true)
})

it('offers are filtered by what notes say of their seats, with and without', async () => {
  expect(await labelsOf({})).toEqual(['', '', '', 'obstructed wheelchair', 'wheelchair'])
  expect(await labelsOf({ seatNotes: 'wheelchair' })).toEqual(['obstructed wheelchair', 'wheelchair'])
  expect(await labelsOf({ seatNotes: 'wheelchair,obstructed' })).toEqual(['obstructed wheelchair'])
  expect(await labelsOf({ seatNotes: 'wheelchair', withoutSeatNotes: 'obstructed' })).toEqual(['wheelchair'])
  expect(await labelsOf({ withoutSeatNotes: 'obstructed,piggyback' })).toEqual(['', '', '', 'wheelchair'])
  expect(await labelsOf({ seatNotes: 'window' })).toEqual([
    422,
    'seatNotes is one or several of obstructed, wheelchair, hospitality, age_limit, piggyback, separated by commas.',
  ])
})
