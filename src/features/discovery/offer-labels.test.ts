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
