import { sql } from 'kysely'
import { Refusal } from '../../../core/errors/errors.ts'
import type { Call, Implementation } from '../../../core/http/endpoint.server.ts'
import { implement } from '../../../core/http/endpoint.server.ts'
import { t } from '../../../core/i18n/language.ts'
import { wakeJob } from '../../../core/jobs/jobs.server.ts'
import { recordIdIn } from '../../../core/record-id.ts'
import type { StoredColumns } from '../../../platform/stored-texts/stored-columns.server.ts'
import { saidIn } from '../../../platform/stored-texts/stored-columns.server.ts'
import type { Db } from '../../../db/tables.server.ts'
import { idIn } from '../../products/product-options.server.ts'
import { staleAfter } from '../../products/sellability.ts'
import { codesTable } from '../importing/code-rows.server.ts'
import type { Currency } from '../importing/choices.server.ts'
import { leadIn, ownCurrencySql } from '../importing/choices.server.ts'
import type { ProductDraft } from '../importing/product-draft.ts'
import type { SupplierFacts } from '../importing/supplier-facts.ts'
import type { HeldBackChange, ProductSync, QuarantinedDelta, SupplierSync } from './sync.endpoints.ts'
import { readProductSync, syncEndpoints } from './sync.endpoints.ts'
import { syncJobOf } from './sync-jobs.server.ts'

/** Changes of a delta that are sent: enough to read through before a decision. */
const maxHeldBack = 200

/** Of `supplier_changes c`: it would change its product. */
const isChange = sql`c.state = 'fetched' and (c.is_gone or c.has_price or c.has_text)`

const instant = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

async function syncOf(db: Db, facts: SupplierFacts): Promise<SupplierSync> {
  const {
    rows: [row],
  } = await sql<Omit<SupplierSync, 'quarantined'> & Pick<StoredColumns, 'said'>>`
    select ${instant('y.finished_at')} as "finishedAt", coalesce(y.lease_until > now(), false) as "isRunning", y.problem, y.problem_said as said,
      ${instant('y.problem_at')} as "problemAt", coalesce(y.quarantine_share, 2000) as "quarantineShare", n.*,
      (select count(*)::integer from supplier_changes c join supplier_deltas d on d.id = c.delta_id
        where d.supplier = ${facts.key} and d.state = 'fetching' and c.state = 'waiting') as waiting
    from (select count(*)::integer as products, count(*) filter (where s.gone_at is not null)::integer as gone,
        count(*) filter (where s.gone_at is null and p.sync_status = 'failed')::integer as failed,
        to_char(min(s.availability_at) filter (where p.status in ('live', 'mapped') and s.gone_at is null) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
          as "availabilityAt",
        (count(*) filter (where p.status in ('live', 'mapped') and s.gone_at is null
          and coalesce(s.availability_at < now() - make_interval(hours => ${staleAfter}), true)))::integer as "staleAvailability"
      from supplier_products s join products p on p.id = s.product_id where s.supplier = ${facts.key} and p.status <> 'retired') n
    left join supplier_syncs y on y.supplier = ${facts.key}`.execute(db)
  if (!row) throw new Error('A count answered nothing.')
  const { said, ...sync } = row
  return { ...sync, problem: saidIn({ detail: row.problem, said }), quarantined: await quarantinedOf(db, facts) }
}

/** Without its changes: the panel reads this every few seconds while a sync runs. */
async function quarantinedOf(db: Db, { key }: SupplierFacts): Promise<QuarantinedDelta[]> {
  const { rows } = await sql<QuarantinedDelta>`
    select d.id, ${instant('d.measured_at')} as at, d.products, d.prices, d.texts, d.gone,
      (select count(*)::integer from supplier_changes c where c.delta_id = d.id and ${isChange}) as changed
    from supplier_deltas d where d.supplier = ${key} and d.state = 'quarantined' order by d.id desc limit 10`.execute(
    db,
  )
  return rows
}

interface Held extends Omit<HeldBackChange, 'newTitle' | 'newNet' | 'currency'> {
  readonly own: Currency
  readonly draft: ProductDraft | null
  readonly before: ProductDraft | null
}

/** The changes of a delta that waits, products that end first. */
async function heldBackBy(db: Db, facts: SupplierFacts, id: number | null): Promise<HeldBackChange[]> {
  const { rows } = await sql<Held>`
    select c.product_id as "productId", p.title, p.net_from as net, ${ownCurrencySql} as own, c.is_gone as "isGone", c.draft,
      (select k.draft from ${codesTable(facts)} k where k.product_id = c.product_id order by k.id limit 1) as before
    from supplier_deltas d join supplier_changes c on c.delta_id = d.id join products p on p.id = c.product_id
    where d.id = ${id} and d.supplier = ${facts.key} and d.state = 'quarantined' and ${isChange}
    order by c.is_gone desc, c.id limit ${maxHeldBack}`.execute(db)
  // A delta that changes nothing is not held back.
  if (rows.length === 0) throw new Refusal(404, t('These changes have been decided already.'))
  return rows.map(({ draft, before, own, ...change }) => ({
    ...change,
    currency: own.code,
    newTitle: draft && draft.title !== (before?.title ?? change.title) ? draft.title : null,
    net: (before && leadIn(before, own)?.net) ?? change.net,
    newNet: (draft && leadIn(draft, own)?.net) ?? null,
  }))
}

type Given = Pick<Call, 'db' | 'audit' | 'actor'>

/** A delta is decided once: of two people, the second is refused. */
async function decide(
  facts: SupplierFacts,
  { db, audit, actor }: Given,
  deltaId: number,
  state: 'released' | 'rejected',
): Promise<void> {
  const {
    rows: [delta],
  } = await sql<{ prices: number; texts: number; gone: number }>`
    update supplier_deltas set state = ${state}, decided_by = ${actor.name.slice(0, 200)}, version = version + 1,
      ended_at = ${state === 'rejected' ? sql`now()` : null}
    where id = ${deltaId} and supplier = ${facts.key} and state = 'quarantined' returning prices, texts, gone`.execute(
    db,
  )
  if (!delta) throw new Refusal(409, t('These changes have been decided already.'))
  if (state === 'rejected')
    await sql`
      update supplier_changes set state = 'rejected', draft = null where delta_id = ${deltaId} and state = 'fetched'`.execute(
      db,
    )
  audit.record({
    action: state === 'released' ? 'release-delta' : 'reject-delta',
    object: facts.codes.name,
    title: t('{supplier}: changes of {n} products', {
      supplier: facts.name,
      n: Math.max(delta.prices, delta.texts, delta.gone),
    }),
    before: { state: 'quarantined' },
    after: { state, ...delta },
  })
}

async function setShare(facts: SupplierFacts, { db, audit }: Given, quarantineShare: number): Promise<void> {
  const before = await syncOf(db, facts)
  if (before.quarantineShare === quarantineShare) return
  await sql`
    insert into supplier_syncs (supplier, quarantine_share) values (${facts.key}, ${quarantineShare})
    on conflict (supplier) do update set quarantine_share = excluded.quarantine_share, updated_at = now(), version = supplier_syncs.version + 1`.execute(
    db,
  )
  audit.record({
    action: 'update-sync',
    object: facts.codes.name,
    title: facts.name,
    before: { quarantineShare: before.quarantineShare },
    after: { quarantineShare },
  })
}

export function implementSync(facts: SupplierFacts): Implementation[] {
  const { readSync, readHeldBack, changeSync } = syncEndpoints(facts)
  return [
    implement(readSync, async ({ db }) => await syncOf(db, facts)),
    implement(readHeldBack, async ({ db, params }) => await heldBackBy(db, facts, recordIdIn(params.id))),
    implement(changeSync, async (call) => {
      const { quarantineShare, releasedId, rejectedId } = call.input
      if (quarantineShare !== undefined) await setShare(facts, call, quarantineShare)
      if (rejectedId !== undefined) await decide(facts, call, rejectedId, 'rejected')
      if (releasedId !== undefined) {
        await decide(facts, call, releasedId, 'released')
        call.reply.raw.once('close', () => wakeJob(syncJobOf(facts)))
      }
      return await syncOf(call.db, facts)
    }),
  ]
}

export const readProductSyncServer = implement(readProductSync, async ({ db, params }) => {
  const id = idIn(params.id, t('Product not found.'))
  const {
    rows: [row],
  } = await sql<{ sync: ProductSync; noteSaid: StoredColumns['said']; problemSaid: StoredColumns['said'] }>`
    select (select json_build_object('supplier', v.name, 'lastSyncedAt', ${instant('p.last_synced_at')}, 'goneAt', ${instant('s.gone_at')},
        'note', s.note, 'isHeldBack', exists (select from supplier_changes c join supplier_deltas d on d.id = c.delta_id
          where c.product_id = p.id and c.state = 'fetched' and d.state = 'quarantined'),
        'availabilityAt', ${instant('s.availability_at')},
        'availabilityProblem', s.availability_problem)
      from supplier_products s where s.product_id = p.id) as sync, n.note_said as "noteSaid", n.availability_problem_said as "problemSaid"
    from products p join providers v on v.id = p.provider_id left join supplier_products n on n.product_id = p.id where p.id = ${id}`.execute(
    db,
  )
  if (!row) throw new Refusal(404, t('Product not found.'))
  const { sync, noteSaid, problemSaid } = row
  const said = sync && {
    note: saidIn({ detail: sync.note, said: noteSaid }),
    availabilityProblem: saidIn({ detail: sync.availabilityProblem, said: problemSaid }),
  }
  return { sync: sync && { ...sync, ...said } }
})
