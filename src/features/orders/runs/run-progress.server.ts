import { sql } from 'kysely'
import type { Actor } from '../../../core/access/access.ts'
import { may } from '../../../core/access/access.ts'
import { Refusal } from '../../../core/errors/errors.ts'
import { t } from '../../../core/i18n/language.ts'
import { recordIdIn } from '../../../core/record-id.ts'
import type { Db } from '../../../db/tables.server.ts'
import { personOf } from '../../payments/refund-context.server.ts'
import type { RunProgress } from './run.endpoints.ts'

/** Orders on one page. */
const page = 50

/** Orders in the order in which a person reads them: what failed, what waits, what is done. */
const places = { failed: 0, waiting: 1, done: 2 } as const

type Counts = Pick<RunProgress, 'state' | 'waiting' | 'done' | 'failed' | 'messages' | 'money'> & {
  readonly requestedBy: number
}

export async function progressOf(
  db: Db,
  actor: Actor,
  id: string,
  { after }: { readonly after?: string | undefined },
): Promise<RunProgress> {
  const runId = recordIdIn(id)
  const counts = await countsOf(db, runId)
  if (!counts) throw new Refusal(404, t('Order run not found.'))
  const orders = await ordersAfter(db, runId, after)
  const last = orders.length === page ? orders.at(-1) : undefined
  const { requestedBy, ...known } = counts
  return {
    ...known,
    mayApprove:
      known.state === 'requested' && requestedBy !== personOf(actor) && may(actor.grants, 'refund', 'purchases'),
    orders,
    next: last ? `${last.state}:${last.id}` : null,
  }
}

async function countsOf(db: Db, runId: number | null): Promise<Counts | undefined> {
  const { rows } = await sql<Counts>`
    select r.state, r.requested_by as "requestedBy", count(*) filter (where i.state = 'waiting')::integer as waiting,
      count(*) filter (where i.state = 'done')::integer as done, count(*) filter (where i.state = 'failed')::integer as failed,
      count(*) filter (where i.state = 'done' and i.is_told)::integer as messages,
      (select coalesce(json_agg(m order by m.currency), '[]') from (
        select j.currency, sum(j.refund) filter (where j.state <> 'failed')::bigint as planned,
          coalesce(sum(j.refund) filter (where j.state = 'done'), 0)::bigint as refund,
          coalesce(sum(f.arrived), 0)::bigint as arrived,
          coalesce(sum(j.supplier_returns) filter (where j.state = 'done'), 0)::bigint as "supplierReturns",
          coalesce(sum(j.refund - j.supplier_returns) filter (where j.state = 'done'), 0)::bigint as lost
        from order_run_items j left join lateral (
          select sum(x.amount) as arrived from refunds x where x.purchase_id = j.purchase_id and x.state = 'succeeded'
            and x.idempotency_key like r.requested_by || ':order-run-' || r.id || ':%') f on j.state = 'done'
        where j.run_id = r.id group by j.currency having coalesce(sum(j.refund) filter (where j.state <> 'failed'), 0) > 0) m) as money
    from order_runs r join order_run_items i on i.run_id = r.id where r.id = ${runId} group by r.id`.execute(db)
  return rows[0]
}

async function ordersAfter(db: Db, runId: number | null, after: string | undefined): Promise<RunProgress['orders']> {
  const [state = '', id = '0'] = (after ?? 'failed:0').split(':')
  const place = Object.hasOwn(places, state) ? places[state as keyof typeof places] : 0
  const { rows } = await sql<RunProgress['orders'][number]>`
    select i.id, i.purchase_id as "purchaseId", p.reference, p.kind, i.state, i.problem, i.currency, i.refund,
      to_char(i.finished_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "finishedAt"
    from order_run_items i join purchases p on p.id = i.purchase_id
      cross join lateral (select case i.state when 'failed' then 0 when 'waiting' then 1 else 2 end as place) s
    where i.run_id = ${runId} and (s.place, i.id) > (${place}, ${Number(id)}) order by s.place, i.id limit ${page}`.execute(
    db,
  )
  return rows
}
