import { sql } from 'kysely'
import type { Actor } from '../../core/access/access.ts'
import { system } from '../../core/access/access.ts'
import type { StoredColumns } from '../../platform/stored-texts/stored-columns.server.ts'
import { saidIn, storedSql } from '../../platform/stored-texts/stored-columns.server.ts'
import type { Said } from '../../platform/stored-texts/stored-text.ts'
import type { Db } from '../../db/tables.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { Refusal } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import { resyncProducts } from './product.endpoints.ts'
import { idIn } from './product-options.server.ts'
import type { SyncChange, SyncEntry } from './sync.endpoints.ts'
import { readSyncLog, syncLogPage } from './sync.endpoints.ts'

/** Notes what a feed changed, if anything, and that the product is in sync with its supplier. */
export async function noteSync(db: Db, productId: number, changes: readonly SyncChange[], actor: Actor): Promise<void> {
  if (changes.length > 0)
    await sql`
    insert into product_syncs (product_id, kind, done_by, changes) values (${productId}, 'changed', ${actor.name.slice(0, 200)}, ${JSON.stringify(changes)}::jsonb)`.execute(
      db,
    )
  await sql`update products set sync_status = 'synced', last_synced_at = now() where id = ${productId}`.execute(db)
}

/**
 * Imports call this with a product that they could not read, so it is unknown whether the supplier still offers it.
 *
 * @param message - the reason, as a text that each reader has in their language
 */
export async function noteFailedSync(
  db: Db,
  productId: number,
  message: Said,
  actor: Actor = system('imports'),
): Promise<void> {
  await sql`insert into product_syncs (product_id, kind, done_by, message, message_said) values (${productId}, 'failed', ${actor.name.slice(0, 200)}, ${storedSql(message)})`.execute(
    db,
  )
  await sql`update products set sync_status = 'failed' where id = ${productId}`.execute(db)
}

export const readSyncLogServer = implement(readSyncLog, async ({ db, params, query }) => {
  const missing = t('Product not found.')
  const id = idIn(params.id, missing)
  const { rows } = await sql<SyncEntry & Pick<StoredColumns, 'said'>>`
    select s.id, s.kind, to_char(s.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, s.done_by as by, s.message, s.message_said as said, s.changes
    from product_syncs s where s.product_id = ${id} ${query.before === undefined ? sql`` : sql`and s.id < ${Number(query.before)}`}
    order by s.id desc limit ${syncLogPage + 1}`.execute(db)
  if (rows.length === 0) {
    const {
      rows: [product],
    } = await sql`select from products where id = ${id}`.execute(db)
    if (!product) throw new Refusal(404, missing)
  }
  const entries = rows
    .slice(0, syncLogPage)
    .map(({ said, ...entry }) => ({ ...entry, message: saidIn({ detail: entry.message, said }) }))
  return { entries, next: rows.length > syncLogPage ? (entries.at(-1)?.id ?? null) : null }
})

interface Asked {
  readonly id: number
  readonly title: string
  readonly version: number
  readonly status: string
  readonly syncStatus: string
}

/** Marks products for the next run of their import, which processes the queue first. */
export const resyncProductsServer = implement(resyncProducts, async ({ db, input, actor, audit }) => {
  const { rows } = await sql<Asked>`
    select id, title, version, status, sync_status as "syncStatus" from products where id = any(${input.ids}) order by id for update`.execute(
    db,
  )
  const found = new Map(rows.map((row) => [row.id, row]))
  const results = [...new Set(input.ids)].map((id) => {
    const message = obstacle(found.get(id))
    return message === null ? { id, ok: true } : { id, ok: false, message }
  })
  const asked = results.flatMap(({ id, ok }) => (ok ? (found.get(id) ?? []) : []))
  const ids = asked.map(({ id }) => id)
  await sql`update products set sync_status = 'pending', version = version + 1, updated_at = now() where id = any(${ids}::bigint[])`.execute(
    db,
  )
  await sql`
    insert into product_syncs (product_id, kind, done_by, message)
    select id, 'asked', ${actor.name.slice(0, 200)}, ${input.note || null} from unnest(${ids}::bigint[]) as id order by id`.execute(
    db,
  )
  for (const { id, title, version, syncStatus } of asked) {
    audit.record({
      action: 'resync',
      object: 'products',
      recordId: id,
      title,
      version: version + 1,
      before: { syncStatus },
      after: { syncStatus: 'pending' },
      ...(input.note && { reason: input.note }),
    })
  }
  return { results }
})

function obstacle(product: Asked | undefined): string | null {
  if (!product) return t('Product not found.')
  if (product.status === 'retired') return t('It is retired, for good.')
  return product.syncStatus === 'pending' ? t('Already waiting for the supplier.') : null
}
