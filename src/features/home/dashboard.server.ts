import { sql } from 'kysely'
import { may } from '../../core/access/access.ts'
import type { ServerContext } from '../../core/calls/server-module.server.ts'
import { invalid } from '../../core/errors/errors.ts'
import type { Implementation } from '../../core/http/endpoint.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { t } from '../../core/i18n/language.ts'
import type { Job } from '../../core/jobs/jobs.server.ts'
import type { Filter } from '../../core/list/list-query.ts'
import { countCap } from '../../core/list/list-query.ts'
import { parseList } from '../../core/list/list-query.server.ts'
import { whereSql } from '../../core/list/list-sql.server.ts'
import type { ResourceServer } from '../../core/resource/resource.server.ts'
import { tableOf } from '../../core/resource/resource.ts'
import type { Db } from '../../db/tables.server.ts'
import { troubledProviders } from '../event-supply/provider-troubles.server.ts'
import { balancesOf } from '../event-supply/terms/provider-balances.server.ts'
import { troubledWorkers } from '../workers/worker-facts.server.ts'
import { arrangeHomeServer, readArrangement } from './arrangement.server.ts'
import { readDashboard, readSalesHistory } from './dashboard.ts'
import type { Day } from './day.ts'
import { dayOf } from './day.ts'
import type { Figure, Moment } from './figures.ts'
import { figures } from './figures.ts'
import { inReportingCurrency } from './reporting.server.ts'
import { historyOf, queuesOf, salesOf } from './sales.server.ts'

/** Days are counted in the business zone unless the caller names another. */
export function implementDashboard({ settings, servers, jobs }: ServerContext): readonly Implementation[] {
  const byName = new Map(servers.map((server) => [server.resource.name, server]))
  const figuresWith = figures.flatMap((figure) => {
    const server = byName.get(figure.resource)
    return server ? [{ figure, server }] : []
  })
  return [
    implement(readDashboard, async ({ query, actor, db }) => {
      const day = dayIn(query.zone ?? settings.businessTimeZone)
      const seesSales = may(actor.grants, 'ui', 'purchases')
      const wasHereAt = await lastHere(db, actor.session?.id)
      const moment: Moment = { ...day, since: wasHereAt ?? weekAgo(day) }
      const sales = seesSales ? await salesOf(db, day) : null
      const shown = figuresWith.filter(({ server }) => may(actor.grants, 'ui', server.resource.access.object))
      return {
        zone: day.zone,
        date: day.date,
        at: day.now,
        since: moment.since,
        isFirstSession: wasHereAt === null,
        figures: await count(db, shown, moment),
        queues: seesSales ? await queuesOf(db, day) : null,
        sales,
        reporting: sales && (await inReportingCurrency(db, sales, settings.reportingCurrency)),
        workers: may(actor.grants, 'ui', 'settings') ? await workersIn(db, jobs()) : null,
        balances: may(actor.grants, 'ui', 'providers') ? await lowBalances(db) : null,
        providers: may(actor.grants, 'ui', 'providers') ? await troubledProviders(db) : null,
        arrangement: await readArrangement(db, actor.id),
      }
    }),
    arrangeHomeServer,
    implement(readSalesHistory, ({ query, db }) => historyOf(db, dayIn(query.zone ?? settings.businessTimeZone))),
  ]
}

function dayIn(zone: string): Day {
  try {
    return dayOf(new Date(), zone)
  } catch {
    throw invalid({ zone: t('{zone} is not a time zone.', { zone }) })
  }
}

const weekAgo = (day: Day) => new Date(Date.parse(day.now) - 7 * 86_400_000).toISOString()

/** When the person last did something in the session before this one; null where there is none. */
async function lastHere(db: Db, session: number | undefined): Promise<string | null> {
  const {
    rows: [row],
  } = await sql<{ at: string | null }>`
    select max(least(earlier.last_seen_at, own.created_at)) as at
    from sessions own join sessions earlier on earlier.staff_id = own.staff_id and earlier.created_at < own.created_at
    where own.id = ${session ?? 0}`.execute(db)
  return row?.at ?? null
}

async function lowBalances(db: Db) {
  return (await balancesOf(db, null)).flatMap(({ code, name, amount, currency, isLow }) =>
    isLow ? [{ code, name, amount, currency }] : [],
  )
}

async function workersIn(db: Db, jobs: readonly Job[]) {
  return (await troubledWorkers(db, jobs, new Date())).map(({ name, label, state, queue }) => ({
    name,
    label: t(label),
    state,
    queue,
  }))
}

interface Counted {
  readonly figure: Figure
  readonly server: ResourceServer
}

/** All figures in one statement, by the same SQL that their lists are cut with. */
async function count(db: Db, shown: readonly Counted[], moment: Moment) {
  if (shown.length === 0) return []
  const countOf = (server: ResourceServer, filter: Filter) => {
    const list = parseList(server.resource, { filter: JSON.stringify(filter) }, moment.zone)
    return sql`(select count(*) from (select 1 from ${sql.table(tableOf(server.resource))} t
      where ${whereSql(server, list)} limit ${sql.lit(countCap + 1)}) as counted)`
  }
  const asked = shown.map(({ figure, server }) => {
    const filter = figure.filter(moment)
    const before = figure.before?.(moment)
    const counts = [countOf(server, filter), before ? countOf(server, before) : sql`null`]
    return { figure, filter, counts }
  })
  const {
    rows: [row],
  } = await sql<{
    counts: (number | null)[]
  }>`select array[${sql.join(asked.flatMap(({ counts }) => counts))}]::int[] as counts`.execute(db)
  return asked.map(({ figure, filter }, place) => {
    const found = row?.counts[2 * place] ?? 0
    const { key, group, label, means, resource, isAlarm = false } = figure
    return {
      key,
      group,
      label,
      means,
      resource,
      isAlarm,
      filter,
      count: Math.min(found, countCap),
      isCapped: found > countCap,
      before: row?.counts[2 * place + 1] ?? null,
    }
  })
}
