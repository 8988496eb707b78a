import { sql } from 'kysely'
import type { Actor } from '../../core/access/access.ts'
import { may } from '../../core/access/access.ts'
import type { Implementation } from '../../core/http/endpoint.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { invalid } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import type { Job } from '../../core/jobs/jobs.server.ts'
import { countCap } from '../../core/list/list-query.ts'
import { parseList } from '../../core/list/list-query.server.ts'
import { whereSql } from '../../core/list/list-sql.server.ts'
import type { ResourceServer } from '../../core/resource/resource.server.ts'
import { tableOf } from '../../core/resource/resource.ts'
import { couponsServer } from '../coupons/coupons.server.ts'
import { troubledWorkers } from '../workers/worker-facts.server.ts'
import { purchasesServer } from '../purchases/purchases.server.ts'
import { readDashboard } from './dashboard.ts'
import type { Day, Figure } from './figures.ts'
import { dayOf, figures, unsold } from './figures.ts'

const servers: Readonly<Record<Figure['resource'], ResourceServer>> = {
  purchases: purchasesServer,
  coupons: couponsServer,
}

/** Days are counted in the business zone unless the caller names another. */
export function readDashboardServer(businessTimeZone: string, jobs: () => readonly Job[]): Implementation {
  return implement(readDashboard, async ({ query, actor, db }) => {
    const day = dayIn(query.zone ?? businessTimeZone)
    const shown = figures.filter(({ object }) => may(actor.grants, 'ui', object))
    const counts = await countAll(db, shown, day)
    return {
      zone: day.zone,
      date: day.date,
      at: day.now,
      figures: shown.map((figure, index) => {
        const count = counts[index] ?? 0
        const { key, group, label, means, resource, isAlarm = false } = figure
        return {
          key,
          group,
          label,
          means,
          resource,
          isAlarm,
          filter: figure.filter(day),
          count: Math.min(count, countCap),
          isCapped: count > countCap,
        }
      }),
      workers: await workersIn(db, actor, jobs()),
      sales: await salesOf(db, actor, day),
    }
  })
}

function dayIn(zone: string): Day {
  try {
    return dayOf(new Date(), zone)
  } catch {
    throw invalid({ zone: t('{zone} is not a time zone.', { zone }) })
  }
}

/** All figures in one statement, by the same SQL that their lists are cut with. */
async function countAll(db: Db, shown: readonly Figure[], day: Day): Promise<number[]> {
  if (shown.length === 0) return []
  const counts = shown.map((figure) => {
    const server = servers[figure.resource]
    const list = parseList(server.resource, { filter: JSON.stringify(figure.filter(day)) }, day.zone)
    return sql`(select count(*) from (select 1 from ${sql.table(tableOf(server.resource))} t where ${whereSql(server, list)} limit ${sql.lit(countCap + 1)}) as counted)`
  })
  const {
    rows: [row],
  } = await sql<{ counts: number[] }>`select array[${sql.join(counts)}]::int[] as counts`.execute(db)
  return row?.counts ?? []
}

async function workersIn(db: Db, actor: Actor, jobs: readonly Job[]) {
  if (!may(actor.grants, 'ui', 'settings')) return null
  return (await troubledWorkers(db, jobs, new Date())).map(({ label, ...worker }) => ({ ...worker, label: t(label) }))
}

async function salesOf(db: Db, actor: Actor, day: Day) {
  if (!may(actor.grants, 'ui', 'purchases')) return null
  const { rows } = await sql<{ currency: string; orders: number; gross: number; refunded: number; margin: number }>`
    select currency, count(*)::int as orders, sum(grand_total)::bigint as gross, sum(refunded)::bigint as refunded, sum(margin)::bigint as margin
    from purchases where created_at >= ${day.from} and created_at < ${day.to} and not booking_status = any(${unsold})
    group by currency order by orders desc, currency`.execute(db)
  return rows
}
