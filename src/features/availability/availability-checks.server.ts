import { sql } from 'kysely'
import type { ServerContext } from '../../core/calls/server-module.server.ts'
import { invalid, Refusal } from '../../core/errors/errors.ts'
import type { Implementation } from '../../core/http/endpoint.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { t } from '../../core/i18n/language.ts'
import { recordIdIn } from '../../core/record-id.ts'
import type { Db } from '../../db/tables.server.ts'
import { supplyContextOf } from '../supply/supply-context.server.ts'
import { answerLimit, askSources, stopAllAsking, stopAsking } from './ask-sources.server.ts'
import type { CheckFacts, SourceFacts } from './availability.ts'
import type { AvailabilityCheck, AvailabilitySource, WantedCheck } from './availability.endpoints.ts'
import { readCheck, readPayload, startCheck, stopCheck } from './availability.endpoints.ts'
import type { Plan } from './plan-performance.server.ts'
import { planPerformance } from './plan-performance.server.ts'
import { planProduct } from './plan-product.server.ts'

/** Milliseconds after the limit at which an answer that was not stored counts as lost, with the process that waited for it. */
const grace = 3_000

interface StoredCheck extends Pick<
  AvailabilityCheck,
  'id' | 'performanceId' | 'productId' | 'party' | 'askedAt' | 'askedBy'
> {
  readonly facts: CheckFacts
  readonly sources: readonly (Pick<
    AvailabilitySource,
    'source' | 'state' | 'reason' | 'answeredAt' | 'milliseconds' | 'hasPayload'
  > & { readonly facts: SourceFacts })[]
}

const utc = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

async function checkOf(db: Db, id: number): Promise<AvailabilityCheck> {
  const lost = t('No answer within {n} s.', { n: answerLimit / 1_000 })
  const {
    rows: [found],
  } = await sql<StoredCheck>`
    select k.id, k.performance_id as "performanceId", k.product_id as "productId", k.party, ${utc('k.asked_at')} as "askedAt", f.name as "askedBy", k.facts,
      (select coalesce(json_agg(json_build_object('source', a.source, 'state', s.state, 'reason', case when s.state = a.state then a.reason when s.state = 'failed' then ${lost}::text end,
          'answeredAt', ${utc('a.answered_at')}, 'milliseconds', a.milliseconds, 'hasPayload', a.payload is not null, 'facts', a.facts) order by a.position), '[]')
        from availability_answers a cross join lateral (select case when a.state <> 'asking' then a.state when k.stopped_at is not null then 'stopped'
          when now() > k.ends_at then 'failed' else 'asking' end as state) s
        where a.check_id = k.id) as sources
    from availability_checks k left join staff f on f.id = k.asked_by where k.id = ${id}`.execute(db)
  if (!found) throw new Refusal(404, t('Check not found.'))
  const { facts, sources, ...check } = found
  return {
    ...check,
    ...facts,
    isUnderWay: sources.some(({ state }) => state === 'asking'),
    sources: sources.map(({ facts: of, ...source }) => ({
      ...source,
      ...of,
      listings: of.listings.map(({ labels = [], onlyIn, ...listing }) => ({
        ...listing,
        labels: [...labels],
        ...(onlyIn && { onlyIn: [...onlyIn] }),
      })),
      suggestions: [...of.suggestions],
      options: of.options.map((option) => ({
        ...option,
        day: option.day && { ...option.day, times: [...option.day.times] },
      })),
    })),
  }
}

async function planOf(db: Db, server: ServerContext, wanted: WantedCheck): Promise<Plan> {
  const { performanceId, productId, date, party } = wanted
  if (performanceId !== undefined && productId !== undefined)
    throw invalid({ productId: t('Choose a performance or a product, not both.') })
  if (performanceId !== undefined) {
    const plan = await planPerformance(db, supplyContextOf(server), performanceId)
    if (!plan) throw invalid({ performanceId: t('Performance not found.') })
    return plan
  }
  if (productId === undefined) throw invalid({ performanceId: t('Choose a performance or a product.') })
  if (date === undefined) throw invalid({ date: t('Choose a day.') })
  const plan = await planProduct(db, supplyContextOf(server), { id: productId, date, party: party || null })
  if (!plan) throw invalid({ productId: t('Product not found.') })
  return plan
}

/** Stores what will be asked, in one statement, before anything is. */
async function storePlan(db: Db, { facts, sources }: Plan, wanted: WantedCheck, askedBy: number | null) {
  const rows = sources.map(({ source, state, reason, milliseconds, facts: of }, position) => ({
    position,
    source,
    state,
    reason,
    milliseconds,
    facts: of,
  }))
  const {
    rows: [stored],
  } = await sql<{ id: number }>`
    with made as (
      insert into availability_checks (performance_id, product_id, local_date, party, asked_by, ends_at, facts)
      values (${wanted.performanceId ?? null}, ${wanted.productId ?? null}, ${wanted.productId === undefined ? null : (wanted.date ?? null)}::date,
        ${wanted.party || null}, ${askedBy}, now() + make_interval(secs => ${(answerLimit + grace) / 1_000}), ${JSON.stringify(facts)}::jsonb)
      returning id
    ), asked as (
      insert into availability_answers (check_id, position, source, state, reason, milliseconds, facts, answered_at)
      select made.id, g.position, g.source, g.state, left(g.reason, 500), g.milliseconds, g.facts, case when g.state = 'answered' then now() end
      from made, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (position integer, source text, state text, reason text, milliseconds integer, facts jsonb)
    )
    select id from made`.execute(db)
  if (!stored) throw new Error('The check was not stored.')
  return stored.id
}

export function implementChecks(server: ServerContext): readonly Implementation[] {
  server.onStop('preClose', stopAllAsking)
  return [
    // A question, though it is written down so that every server can say how far it is.
    implement(
      startCheck,
      async ({ db, input, actor }) => {
        const plan = await planOf(db, server, input)
        const id = await storePlan(db, plan, input, actor.id)
        void askSources({ db: server.database.kysely, log: server.log, checkId: id, sources: plan.sources })
        return await checkOf(db, id)
      },
      { transaction: false },
    ),
    implement(readCheck, ({ db, params }) => checkOf(db, recordIdIn(params.id) ?? 0)),
    implement(
      stopCheck,
      async ({ db, params }) => {
        const id = recordIdIn(params.id) ?? 0
        await sql`
          update availability_checks set stopped_at = now() where id = ${id} and stopped_at is null
            and exists (select from availability_answers a where a.check_id = ${id} and a.state = 'asking')`.execute(db)
        await sql`update availability_answers set state = 'stopped' where check_id = ${id} and state = 'asking'`.execute(
          db,
        )
        stopAsking(id)
        return await checkOf(db, id)
      },
      { transaction: false },
    ),
    implement(
      readPayload,
      async ({ db, params }) => {
        const {
          rows: [found],
        } = await sql<{ payload: string }>`
          select payload from availability_answers where check_id = ${recordIdIn(params.id) ?? 0} and source = ${params.source} and payload is not null`.execute(
          db,
        )
        if (!found) throw new Refusal(404, t('Payload not found.'))
        return found
      },
      { transaction: false },
    ),
  ]
}
