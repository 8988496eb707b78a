import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { ledgerDifferences } from '../../features/ledger/testing/ledger-differences.server.ts'
import type { OrderDesk } from '../../features/orders/testing/order-desk.server.ts'
import { openOrderDesk } from '../../features/orders/testing/order-desk.server.ts'
import { controlCommands } from './control-commands.server.ts'
import { readSettings } from '../settings/settings.server.ts'
import { createLog } from '../../core/http/log.server.ts'
import type { Outcome, Shop } from './traffic.server.ts'
import { outcomeAt, outcomes, sellOne } from './traffic.server.ts'

let desk: OrderDesk
let shop: Shop
/** Of startTestServer. */
const env = { SESSION_SECRET: 'of tests only, and long enough for them' }
const begin = async () => {
  const commands = controlCommands(desk.server.database, readSettings(env), createLog({ level: 'silent' }))
  return (await commands['demo-traffic']?.({}, () => {})) as Omit<Shop, 'url'>
}
beforeAll(async () => {
  desk = await openOrderDesk(inject('postgresUrl'), 'traffic')
  shop = { url: desk.server.url, ...(await begin()) }
})
afterAll(() => desk?.server.stop())

describe('demo traffic', () => {
  it('finds what is on sale, and ends its earlier key', async () => {
    expect(shop.lines).toContainEqual({ kind: 'event', listingId: desk.goods.listingId, quantity: 2 })
    const first = shop.key
    shop = { ...shop, key: (await begin()).key }
    const { status } = await desk.server.anonymous.get('/v1/me', {}, { authorization: `Bearer ${first}` })
    expect(status).toBe(401)
  })

  it('has every outcome by its share', () => {
    const seen = new Map<Outcome, number>()
    for (let n = 0; n < 100; n++) {
      const outcome = outcomeAt((n + 0.5) / 100)
      seen.set(outcome, (seen.get(outcome) ?? 0) + 1)
    }
    expect(Object.fromEntries(seen)).toEqual(outcomes)
  })

  it.each([
    ['confirmed', { booking_status: 'confirmed', payment_status: 'captured' }],
    ['paid at the second try', { booking_status: 'confirmed', payment_status: 'captured' }],
    ['sent twice', { booking_status: 'confirmed', payment_status: 'captured' }],
    ['cancelled unpaid', { booking_status: 'cancelled', payment_status: 'unpaid' }],
    ['cancelled and refunded', { booking_status: 'cancelled', payment_status: 'captured' }],
    ['left unpaid', { booking_status: 'pending_payment', payment_status: 'unpaid' }],
  ] as const)('sells an order that is %s', async (wanted, expected) => {
    const tickets = { ...shop, lines: [{ kind: 'event', listingId: desk.goods.listingId, quantity: 2 }] }
    const before = await count()
    expect(await sellOne(tickets, wanted)).toBe(wanted)
    expect(await count()).toBe(before + 1)
    const { rows } = await sql<object>`select * from purchases order by id desc limit 1`.execute(desk.db)
    expect(rows[0]).toMatchObject(expected)
    expect(await ledgerDifferences(desk.db)).toEqual([])
  })

  it('says what cannot be bought', async () => {
    expect(
      await sellOne(
        { ...shop, lines: [{ kind: 'event', listingId: desk.goods.listingId, quantity: 90 }] },
        'confirmed',
      ),
    ).toBe('refused')
  })

  it('is for demo mode only', async () => {
    const settings = { ...readSettings(env), mode: 'production' as const }
    const commands = controlCommands(desk.server.database, settings, createLog({ level: 'silent' }))
    await expect(commands['demo-traffic']?.({}, () => {})).rejects.toThrow('Demo traffic is for demo mode only.')
  })
})

const count = async () => {
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from purchases`.execute(desk.db)
  return rows[0]?.n ?? 0
}
