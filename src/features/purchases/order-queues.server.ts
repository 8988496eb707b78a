import { sql } from 'kysely'
import type { ServerContext } from '../../core/calls/server-module.server.ts'
import type { Implementation } from '../../core/http/endpoint.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { parseList } from '../../core/list/list-query.server.ts'
import { whereSql } from '../../core/list/list-sql.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { notify } from '../../platform/inbox/notices.server.ts'
import { recordsAssigned } from '../../platform/assignments/assignments.server.ts'
import type { StepDeadline } from './order-queues.endpoints.ts'
import { changeStepDeadline, countQueues, readStepDeadlines } from './order-queues.endpoints.ts'
import { queueCap, queueFilter, queueKeys, queueSort } from './order-queues.ts'
import { orderAssigned } from './order-notices.server.ts'
import { purchases } from './purchases.ts'
import { purchasesServer } from './purchases.server.ts'

/** The counts of the inbox in one statement, each by the filter that its list opens with, and the deadlines of steps. */
export function implementQueues({ settings }: ServerContext): readonly Implementation[] {
  return [
    implement(countQueues, async ({ db, actor }) => {
      const me = actor.id ?? 0
      const counts = queueKeys.map((key) => {
        const list = parseList(purchases, { filter: JSON.stringify(queueFilter(key, me)) }, settings.businessTimeZone)
        return sql`(select count(*)::int from (
          select 1 from purchases t where ${whereSql(purchasesServer, list)} limit ${sql.lit(queueCap + 1)}) c)`
      })
      const { rows } = await sql<{ counts: readonly number[] }>`select array[${sql.join(counts)}] as counts`.execute(db)
      return {
        me,
        queues: queueKeys.map((key, place) => {
          const count = rows[0]?.counts[place] ?? 0
          return { key, count: Math.min(count, queueCap), isMore: count > queueCap }
        }),
      }
    }),
    implement(readStepDeadlines, ({ db }) => deadlinesOf(db)),
    implement(changeStepDeadline, async ({ db, input, audit }) => {
      const { nextStep, withinMinutes } = input
      const {
        rows: [before],
      } = await sql<{ id: number; withinMinutes: number }>`
        select id, within_minutes as "withinMinutes" from step_deadlines where next_step = ${nextStep} for update`.execute(
        db,
      )
      if (before && before.withinMinutes !== withinMinutes) {
        await sql`update step_deadlines set within_minutes = ${withinMinutes}, version = version + 1, updated_at = now()
          where id = ${before.id}`.execute(db)
        audit.record({
          action: 'update',
          object: 'step-deadlines',
          recordId: before.id,
          title: nextStep,
          before: { withinMinutes: before.withinMinutes },
          after: { withinMinutes },
        })
      }
      return await deadlinesOf(db)
    }),
  ]
}

async function deadlinesOf(db: Db): Promise<StepDeadline[]> {
  const { rows } = await sql<StepDeadline>`
    select next_step as "nextStep", within_minutes as "withinMinutes" from step_deadlines order by within_minutes, id`.execute(
    db,
  )
  return rows
}

/** An assignment is part of the story of an order, and news for the person it is assigned to. */
export function noteAssignments(): void {
  recordsAssigned.listen('purchases', async ({ db, resource, ids, by, to }) => {
    if (resource.name !== purchases.name) return
    if (to !== null && to.id !== by.id) await notifyAssignee(db, ids, by.name, to.id)
    await sql`
      insert into purchase_events (purchase_id, at, kind, actor_kind, actor_name, detail)
      select id, now(), ${to === null ? 'assignment_removed' : 'assigned'}, 'staff', ${by.name}, ${to?.name ?? null} from unnest(${ids}::bigint[]) as id`.execute(
      db,
    )
  })
}

/** One piece of news, however many orders there are. */
async function notifyAssignee(db: Db, ids: readonly number[], by: string, to: number): Promise<void> {
  const [id = 0] = ids
  const { rows } = await sql<{ reference: string }>`select reference from purchases where id = ${id}`.execute(db)
  const data = { by, reference: rows[0]?.reference ?? '', count: ids.length }
  const target = ids.length === 1 ? { record: { resource: purchases.name, id }, key: String(id) } : { path: mine(to) }
  await notify(db, orderAssigned, { to: [to], data, ...target })
}

const mine = (me: number) =>
  `/purchases/list?${new URLSearchParams({
    view: 'mine',
    filter: JSON.stringify(queueFilter('mine', me)),
    sort: queueSort,
  }).toString()}`
