import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import type { OrderDesk } from '../testing/order-desk.server.ts'
import { openOrderDesk } from '../testing/order-desk.server.ts'
import type { RunDesk } from './testing/run-desk.server.ts'
import { limitSalesAgents, runDesk } from './testing/run-desk.server.ts'

let desk: OrderDesk
let runs: RunDesk
beforeAll(async () => {
  desk = await openOrderDesk(inject('postgresUrl'), 'run approval')
  await limitSalesAgents(desk)
})
beforeEach(async () => {
  runs = await runDesk(desk)
})
afterAll(() => desk?.server.stop())

/** What the colleague who can refund little reads of a run, newest first, without its name. */
async function newsOf(id: number): Promise<(string | null)[][]> {
  const { items } = (await runs.limited.get('/rest/data/inbox')).body as {
    items: { resource: string; recordId: number; title: string; detail: string | null }[]
  }
  return items
    .filter(({ resource, recordId }) => resource === 'order-runs' && recordId === id)
    .map(({ title, detail }) => [title.replace(/: .*/, ''), detail])
}

/** How far a role can refund from now on: up to so much, in any city or in one. */
async function limitRefunds(role: string, amount: number | null, city: number | null = null): Promise<void> {
  await sql`delete from role_permissions where action = 'refund' and object = 'purchases'
    and role_id = (select id from roles where name = ${role})`.execute(desk.db)
  await sql`
    insert into role_permissions (role_id, action, object, maximum_amount, maximum_currency, city_ids)
    select id, 'refund', 'purchases', ${amount}, ${amount === null ? null : 'EUR'}, ${city === null ? null : [city]}::bigint[]
    from roles where name = ${role}`.execute(desk.db)
}
const priceOf = async (id: number) => Number((await runs.staff.row(id))['grand_total'])

describe('the refunds of a run', () => {
  it('above the limit of who asks wait for another person, who approves all of them at once', async () => {
    const ids = await runs.sold(3, 2)
    await runs.becomes('cancelled')
    const { id, state, preview } = await runs.started(runs.limited)
    expect(preview.needsApproval).toBe(true)
    expect(state).toBe('requested')
    expect(await runs.carryOut()).toBe(0)
    expect((await runs.call(runs.limited, `${id}/resume`)).status).toBe(409)
    expect(await runs.call(runs.limited, `${id}/approve`)).toMatchObject({ status: 403, body: { error: 'FourEyes' } })
    expect(await runs.progress(id)).toMatchObject({ mayApprove: true })
    const { rows: notices } = await sql<{ to: number }>`
      select staff_id as "to" from inbox_items where kind = 'order-run-requested' and record_id = ${String(id)}`.execute(
      desk.db,
    )
    const { rows: asker } = await sql<{
      id: number
    }>`select requested_by as id from order_runs where id = ${id}`.execute(desk.db)
    expect(notices.length).toBeGreaterThan(0)
    expect(notices.map(({ to }) => to)).not.toContain(asker[0]?.id)
    expect(await runs.call(runs.admin, `${id}/approve`)).toMatchObject({ status: 200, body: { state: 'running' } })
    await runs.carryOut()
    for (const { state: of, needsApproval, requestedBy, approvedBy } of await runs.refundsOf(ids)) {
      expect([of, needsApproval]).toEqual(['approved', true])
      expect(requestedBy).not.toBe(approvedBy)
    }
    const { rows: steps } = await sql`
      select distinct e.actor_name = s.name as "isApprover" from purchase_events e, order_runs r join staff s on s.id = r.approved_by
      where r.id = ${id} and e.kind = 'refund_approved' and e.purchase_id = any(${[...ids]}::bigint[])`.execute(desk.db)
    expect(steps).toEqual([{ isApprover: true }])
    expect(await runs.bookings(ids)).toEqual(['cancelled', 'cancelled', 'cancelled'])
    expect(await newsOf(id)).toEqual([
      ['Order run finished', '3 orders done'],
      [expect.stringMatching(/ approved the order run$/), null],
    ])
  })

  it('are set going again only by a person who can give them back', async () => {
    const ids = await runs.sold(3, 2)
    await runs.becomes('cancelled')
    const { id } = await runs.started(runs.admin)
    await runs.carryOut(1)
    await runs.call(runs.admin, `${id}/stop`)
    const limitOf = async (amount: number | null) => {
      await sql`
        delete from role_permissions where action = 'refund' and object = 'purchases'
          and role_id = (select id from roles where name = 'sales-agent')`.execute(desk.db)
      if (amount !== null)
        await sql`
          insert into role_permissions (role_id, action, object, maximum_amount, maximum_currency)
          select id, 'refund', 'purchases', ${amount}, 'EUR' from roles where name = 'sales-agent'`.execute(desk.db)
    }
    for (const amount of [null, 3000]) {
      await limitOf(amount)
      expect((await runs.call(runs.limited, `${id}/resume`)).status, String(amount)).toBe(403)
      expect(await runs.progress(id)).toMatchObject({ state: 'stopped' })
    }
    await sql`update order_run_items set state = 'failed', problem = 'changed', finished_at = now()
      where run_id = ${id} and purchase_id = ${ids[2]}`.execute(desk.db)
    // One order waits and one has failed: the limit is for both.
    await limitOf(15_000)
    expect((await runs.call(runs.limited, `${id}/retry`)).status).toBe(403)
    await limitOf(50_000)
    expect((await runs.call(runs.limited, `${id}/retry`)).status).toBe(200)
    await runs.carryOut()
    expect(await runs.bookings(ids)).toEqual(['cancelled', 'cancelled', 'cancelled'])
    await limitSalesAgents(desk)
  })

  it.each(['approve', 'resume', 'retry'])('count together in all their currencies to %s it', async (how) => {
    const ids = await runs.sold(3, 2)
    const price = await priceOf(ids[0] ?? 0)
    const colleague = await desk.server.signIn('finance')
    await sql`
      insert into role_permissions (role_id, action, object) select id, 'write', 'purchases' from roles where name = 'finance'
      on conflict do nothing`.execute(desk.db)
    await sql`
      insert into exchange_rates (base_currency, quote_currency, rate, as_of, expires_at, source)
      values ('EUR', 'GBP', 1, now() - interval '1 hour', now() + interval '1 day', ${how})`.execute(desk.db)
    await runs.becomes('cancelled')
    const { id } = await runs.started(how === 'approve' ? runs.limited : runs.admin)
    if (how !== 'approve') await runs.call(runs.admin, `${id}/stop`)
    await sql`update order_run_items set currency = 'GBP' where run_id = ${id} and purchase_id = ${ids[0]}`.execute(
      desk.db,
    )
    if (how === 'retry')
      await sql`update order_run_items set state = 'failed', problem = 'changed', finished_at = now()
        where run_id = ${id} and purchase_id = ${ids[2]}`.execute(desk.db)
    await limitRefunds('finance', 3 * price - 1)
    expect(await runs.call(colleague, `${id}/${how}`)).toMatchObject({ status: 403, body: { error: 'BeyondLimits' } })
    await limitRefunds('finance', 3 * price)
    expect((await runs.call(colleague, `${id}/${how}`)).status).toBe(200)
  })

  it('count with those of the orders that failed when the same person retries them', async () => {
    const ids = await runs.sold(2)
    await sql`update purchases set payment_status = 'disputed' where id = ${ids[1]}`.execute(desk.db)
    await limitRefunds('sales-agent', (await priceOf(ids[0] ?? 0)) + 1)
    await runs.becomes('cancelled')
    const { id, state } = await runs.started(runs.limited)
    expect(state).toBe('running')
    await runs.carryOut()
    await sql`update purchases set payment_status = 'captured' where id = ${ids[1]}`.execute(desk.db)
    expect(await runs.call(runs.limited, `${id}/retry`)).toMatchObject({ status: 403, body: { error: 'AboveLimit' } })
    expect((await runs.call(runs.admin, `${id}/retry`)).status).toBe(200)
    await limitSalesAgents(desk)
  })

  it('are rejected only by a person who can refund in their cities', async () => {
    await runs.sold(3, 2)
    await runs.becomes('cancelled')
    const { id } = await runs.started(runs.limited)
    const colleague = await desk.server.signIn('finance')
    await limitRefunds('finance', null, await desk.records.make('cities', {}))
    expect(await runs.call(colleague, `${id}/reject`)).toMatchObject({ status: 403, body: { error: 'BeyondLimits' } })
    expect(await runs.progress(id)).toMatchObject({ state: 'requested' })
    // Another person has to approve what is above a limit; turning it down needs none.
    await limitRefunds('finance', 1)
    expect((await runs.call(colleague, `${id}/reject`)).status).toBe(200)
  })

  it('can be rejected, and then no order has changed', async () => {
    const ids = await runs.sold(3, 2)
    await runs.becomes('cancelled')
    const { id } = await runs.started(runs.limited)
    expect(await runs.call(runs.admin, `${id}/reject`)).toMatchObject({ status: 200, body: { state: 'rejected' } })
    expect(await runs.carryOut()).toBe(0)
    expect(await runs.bookings(ids)).toEqual(['confirmed', 'confirmed', 'confirmed'])
    expect(await runs.refundsOf(ids)).toEqual([])
    expect(await newsOf(id)).toEqual([[expect.stringMatching(/ rejected the order run$/), null]])
  })

  it('are no news of a decision for the person who takes their own request back', async () => {
    await runs.sold(3, 2)
    await runs.becomes('cancelled')
    const { id } = await runs.started(runs.limited)
    expect((await runs.call(runs.limited, `${id}/reject`)).status).toBe(200)
    expect(await newsOf(id)).toEqual([])
  })
})

it('ends with news of what failed, again after each retry', async () => {
  const [first = 0, second = 0] = await runs.sold(2)
  await runs.becomes('cancelled')
  const { id } = await runs.started(runs.limited, { refunds: false })
  await sql`update order_run_items set state = 'failed', problem = 'unexpected', finished_at = now()
    where run_id = ${id} and purchase_id = ${first}`.execute(desk.db)
  await runs.carryOut()
  expect(await newsOf(id)).toEqual([['Order run finished with failures', '1 order done, 1 failed']])
  expect((await runs.call(runs.limited, `${id}/retry`)).status).toBe(200)
  await runs.carryOut()
  expect(await newsOf(id)).toEqual([['Order run finished', '2 orders done']])
  expect(await runs.bookings([first, second])).toEqual(['cancelled', 'cancelled'])
})

describe('a run over the orders of a postponed performance', () => {
  it('keeps them, gives them the new start, writes to their customers and offers refunds until a day', async () => {
    const ids = await runs.sold(2)
    await sql`
      update performances set status = 'rescheduled', local_date = local_date + 10, starts_at = starts_at + interval '10 days'
      where id = ${desk.goods.performanceId}`.execute(desk.db)
    const { preview } = await runs.started(runs.admin, {
      kind: 'postponement',
      refunds: false,
      refundUntil: '2098-01-31',
    })
    expect(preview).toMatchObject({ orders: 2, messages: 2, money: [] })
    await runs.carryOut()
    expect(await runs.bookings(ids)).toEqual(['confirmed', 'confirmed'])
    const { rows } = await sql<{ agrees: boolean; until: string }>`
      select (u.travel_date, u.local_time, u.starts_at) = (f.local_date, f.local_time, f.starts_at) as agrees,
        to_char(o.until at time zone f.time_zone, 'YYYY-MM-DD HH24:MI') as until
      from purchases u join performances f on f.id = u.performance_id join refund_offers o on o.purchase_id = u.id
      where u.id = any(${[...ids]}::bigint[])`.execute(desk.db)
    expect(rows).toEqual([
      { agrees: true, until: '2098-02-01 00:00' },
      { agrees: true, until: '2098-02-01 00:00' },
    ])
    expect(await runs.messagesOf(ids, 'postponement')).toBe(2)
    expect(await runs.refundsOf(ids)).toEqual([])
  })

  it('refuses a day that is past, and a performance that is on as planned', async () => {
    await runs.sold(1)
    const postponed = { kind: 'postponement', refunds: false, refundUntil: '2020-01-31' }
    expect((await runs.call(runs.admin, 'preview', runs.wish(postponed))).status).toBe(409)
    await runs.becomes('postponed')
    const { token } = await runs.previewed(runs.admin, postponed)
    expect(
      await runs.call(runs.admin, 'start', { ...runs.wish(postponed), reason: 'Storm warning', token }),
    ).toMatchObject({
      status: 422,
      body: { fields: { refundUntil: 'Choose today or a later day.' } },
    })
  })
})
