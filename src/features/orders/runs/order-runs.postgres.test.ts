import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { rounds } from '../../../core/testing/rounds.ts'
import { testGateway as gateway } from '../payment-gateway.server.ts'
import type { OrderDesk } from '../testing/order-desk.server.ts'
import { openOrderDesk } from '../testing/order-desk.server.ts'
import { carryOutRunsJob } from './run-orders.server.ts'
import type { RunDesk } from './testing/run-desk.server.ts'
import { runDesk } from './testing/run-desk.server.ts'

const postgresUrl = inject('postgresUrl')

describe.skipIf(postgresUrl === null)('a run that several processes carry out', () => {
  let desk: OrderDesk
  beforeAll(async () => {
    desk = await openOrderDesk(postgresUrl, 'order run races')
  })
  afterAll(() => desk?.server.stop())

  /** What the run has done to its orders, however often it was interrupted. */
  async function effects(ids: readonly number[]) {
    const { rows } = await sql<{ booking: string; cancelled: number; refunds: number; rest: number; letters: number }>`
      select p.booking_status as booking,
        (select count(*)::integer from purchase_events e where e.purchase_id = p.id and e.kind = 'cancelled') as cancelled,
        (select count(*)::integer from refunds r where r.purchase_id = p.id) as refunds,
        (p.captured - p.refunded - p.refund_pending)::integer as rest,
        (select count(*)::integer from order_messages m where m.purchase_id = p.id and m.kind = 'cancellation') as letters
      from purchases p where p.id = any(${[...ids]}::bigint[])`.execute(desk.db)
    return rows
  }

  it('does every order exactly once, though their connections are cut in the middle of it', async () => {
    const other = await desk.server.another()
    const problems: unknown[] = []
    const log = { warn: (problem: unknown) => problems.push(problem) }
    const job = carryOutRunsJob(gateway)
    for (let round = 0; round < rounds.kills; round++) {
      const runs: RunDesk = await runDesk(desk)
      const ids = await runs.sold(12)
      await runs.becomes('cancelled')
      const { id, preview } = await runs.started(runs.admin)
      let [isOver, cuts] = [false, 0]
      const work = async () => {
        const signal = new AbortController().signal
        while (!isOver) {
          // What a cut connection throws is what the death of a process leaves: the job is begun again.
          await job.run({ database: other.database, log, signal, count: () => {} } as never).catch(() => {})
          isOver = (await runs.progress(id)).state === 'done'
        }
      }
      const cut = async () => {
        while (!isOver && cuts < 6) {
          const { rows } = await sql`
            select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
              and query not like 'listen%' and query like '%purchase%'`.execute(desk.db)
          cuts += rows.length
        }
      }
      await Promise.all([work(), work(), work(), cut()])
      expect(problems).toEqual([])
      expect(await runs.progress(id)).toMatchObject({
        done: 12,
        failed: 0,
        money: [{ refund: preview.money[0]?.refund }],
      })
      for (const one of await effects(ids))
        expect(one).toEqual({ booking: 'cancelled', cancelled: 1, refunds: 1, rest: 0, letters: 1 })
    }
    await other.stop()
  }, 120_000)
})
