import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Actor } from '../../core/access/access.ts'
import { system } from '../../core/access/access.ts'
import { authorise } from '../../core/http/access.server.ts'
import type { AuditEntry } from '../../core/audit/audit.server.ts'
import { appendAudit } from '../../core/audit/audit.server.ts'
import type { Implementation } from '../../core/http/endpoint.server.ts'
import { Refusal } from '../../core/errors/errors.ts'
import { formatNumber } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import type { Leased, WorkContext } from '../../core/jobs/leased-work.server.ts'
import { giveUp, lease, LeasedTask, letGo, NotOurs } from '../../core/jobs/leased-work.server.ts'
import type { ListPage } from '../../core/list/list-call.server.ts'
import { callList, listCallOf } from '../../core/list/list-call.server.ts'
import { countCapOf, sortItem } from '../../core/list/list-query.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { notify } from '../inbox/notices.server.ts'
import { personNow } from '../auth/sign-in/person-now.server.ts'
import { exportColumns, keysOf } from './export-columns.ts'
import { fileFormats } from './export-files.server.ts'
import { sweepFiles } from './export-records.server.ts'
import type { ExportFormat } from './exports.ts'
import { exportEndpoint } from './exports.ts'
import { exportEnded } from '../inbox/work-notices.server.ts'

/**
 * Rows in one statement. A server has connections for others beside it; the embedded engine has one, which a page must not
 * keep for long.
 */
const pageRows = { postgres: 1_000, embedded: 250 } as const
/** Stretches of ids that are counted before it is left. */
const maxStretches = 2_000

/** What export work needs besides the database. */
export interface ExportContext extends WorkContext {
  readonly resources: readonly AnyResource[]
  readonly implementations: () => readonly Implementation[]
}

export interface ClaimedExport extends Leased {
  readonly ownerId: number
  readonly resource: string
  readonly format: ExportFormat
  readonly filter: string | null
  readonly q: string | null
  readonly sort: string
  readonly columns: readonly string[]
  readonly rowsTotal: number | null
}

/** Takes the oldest export that waits, or whose instance has died, in hand. Null: there is none. */
export async function claimExport({ database: { kysely: db } }: ExportContext): Promise<ClaimedExport | null> {
  await giveUp(db, 'exports', () => t('The server stopped each time while creating this. Try again with fewer rows.'))
  const {
    rows: [claimed],
  } = await sql<ClaimedExport>`
    update exports set state = 'running', lease = gen_random_uuid(), leased_until = ${lease}, attempts = attempts + 1, rows_done = 0, bytes = 0,
      started_at = coalesce(started_at, now()), updated_at = now(), version = version + 1
    where id = (
      select id from exports where state = 'queued' or (state = 'running' and leased_until < now()) order by id limit 1 for update skip locked
    ) returning id, language, owner_id as "ownerId", resource, format, filter, q, sort, columns, rows_total as "rowsTotal", lease, attempts`.execute(
    db,
  )
  return claimed ?? null
}

/**
 * One export being made. Each step writes a piece of the file and lets go of the connection; nothing is held between
 * two steps but the piece that is being filled.
 */
export class ExportTask extends LeasedTask<ClaimedExport, ExportContext> {
  readonly #pieces: AsyncGenerator<Uint8Array>
  #owner: Actor | null = null
  #rows = 0
  #position = 0

  constructor(context: ExportContext, claimed: ClaimedExport) {
    super('exports', context, claimed)
    this.#pieces = this.#write()
  }

  protected async work(): Promise<boolean> {
    const { done, value } = await this.#pieces.next()
    if (done)
      await this.#end(
        sql`state = 'done', rows_total = rows_done, finished_at = now(), expires_at = now() + interval '7 days'`,
        'export-finished',
        {},
      )
    else await this.#keep(value)
    return done ?? false
  }

  protected override async close(): Promise<void> {
    await this.#pieces.return(undefined)
  }

  async *#write(): AsyncGenerator<Uint8Array> {
    const { id, format, columns, resource: name } = this.claimed
    const { database, resources, signal } = this.context
    const resource = resources.find((one) => one.name === name)
    if (!resource?.operations.includes('list')) throw new Refusal(422, t('This list no longer exists.'))
    // Removes what an earlier attempt left.
    await sweepFiles(database.kysely, sql`t.id = ${id}`, signal)
    yield* fileFormats[format].write({
      title: resource.label[1],
      columns: exportColumns(resource, columns),
      pages: this.#pages(resource),
    })
  }

  async *#pages(resource: AnyResource): AsyncGenerator<readonly Readonly<Record<string, unknown>>[]> {
    const { format, filter, q, sort, columns, ownerId, rowsTotal } = this.claimed
    const { database, implementations } = this.context
    const list = listCallOf(implementations(), resource)
    const endpoint = exportEndpoint(resource)
    const { maxRows } = fileFormats[format]
    const item = sortItem(sort)
    const query = {
      ...(filter !== null && { filter }),
      ...(q !== null && { q }),
      sort: JSON.stringify([item.field, item.descending ? 'DESC' : 'ASC']),
      fields: JSON.stringify(keysOf(resource, columns)),
      limit: String(pageRows[database.engine]),
    }
    const assertFits = (rows: number) => {
      if (rows > maxRows)
        throw new Refusal(
          422,
          t('A worksheet can have at most {maxRows} rows, and there are more. Narrow the list, or export it as CSV.', {
            maxRows: formatNumber(maxRows),
          }),
        )
    }
    let isCounted = rowsTotal !== null
    for (let cursor: string | null = ''; cursor !== null;) {
      // Before each page, so that access revoked in between applies to it.
      this.#owner = await personNow(database, ownerId)
      authorise(this.#owner, endpoint)
      if (!isCounted) assertFits((await this.#count(list, this.#owner)) ?? 0)
      isCounted = true
      const page: ListPage = await callList(list, this.#owner, database.kysely, { ...query, cursor })
      this.#rows += page.records.length
      assertFits(this.#rows)
      await this.change(sql`rows_done = ${this.#rows}, leased_until = ${lease}`)
      yield page.records
      cursor = page.next
    }
  }

  /**
   * Lists stop counting, so the rows are counted here, a stretch of ids at a time: no statement takes long. Null where
   * the filter is about ids itself, or they are so far apart that counting would take longer than it is worth.
   */
  async #count(list: Implementation, owner: Actor): Promise<number | null> {
    const { filter, q } = this.claimed
    const { database, signal } = this.context
    const conditions = JSON.parse(filter ?? '{}') as Record<string, unknown>
    if (Object.hasOwn(conditions, 'id')) return null
    const ask = (order: 'ASC' | 'DESC', ids: Record<string, number>) =>
      callList(list, owner, database.kysely, {
        filter: JSON.stringify({ ...conditions, id: ids }),
        ...(q !== null && { q }),
        sort: JSON.stringify(['id', order]),
        range: '[0,0]',
        fields: '["id"]',
      })
    const [first, last] = [await ask('ASC', { gt: 0 }), await ask('DESC', { gt: 0 })].map(({ records: [row] }) =>
      Number(row?.['id'] ?? 0),
    )
    const stretch = countCapOf({ q })
    if (first === undefined || last === undefined || last - first > maxStretches * stretch) return null
    let total = 0
    for (let from = first; from <= last; from += stretch) {
      if (signal.aborted) return null
      total += (await ask('ASC', { gte: from, lt: from + stretch })).total ?? 0
      await this.change(sql`leased_until = ${lease}`)
    }
    await this.change(sql`rows_total = ${total}`)
    return total
  }

  async #keep(piece: Uint8Array): Promise<void> {
    const { id, format, lease: held } = this.claimed
    const data = await fileFormats[format].pack(piece)
    const { rows } = await sql`
      with ours as (
        update exports set bytes = bytes + ${piece.length}, leased_until = ${lease} where id = ${id} and lease = ${held} returning id
      )
      insert into export_chunks (export_id, position, data) select id, ${this.#position}, ${Buffer.from(data)} from ours returning position`.execute(
      this.context.database.kysely,
    )
    if (rows.length === 0) throw new NotOurs()
    this.#position += 1
  }

  protected async release(): Promise<void> {
    await this.change(sql`state = 'queued', ${letGo}, attempts = attempts - 1, rows_done = 0, bytes = 0`)
  }

  protected async again(): Promise<void> {
    await this.change(sql`state = 'queued', ${letGo}`)
  }

  protected async refused({ message }: Refusal): Promise<void> {
    await this.#comeToNothing(message)
  }

  protected async failed(): Promise<void> {
    await this.#comeToNothing(t('Something went wrong on our side, three times. Try again with fewer rows.'))
  }

  /** Deletes the file of an export that was cancelled or failed, since it will never be downloaded. */
  protected override async lost(): Promise<void> {
    await sweepFiles(
      this.context.database.kysely,
      sql`t.id = ${this.claimed.id} and t.state in ('cancelled', 'failed')`,
      this.context.signal,
    )
  }

  async #comeToNothing(reason: string): Promise<void> {
    await this.#end(sql`state = 'failed', error = ${reason.slice(0, 1000)}, finished_at = now()`, 'export-failed', {
      problem: reason,
    })
    await this.lost()
  }

  /** Writes the outcome to the audit, in the name of the person who requested the export. */
  async #end(change: RawBuilder<unknown>, action: string, more: { readonly problem?: string }): Promise<void> {
    const { id, resource, format } = this.claimed
    await this.context.database.kysely.transaction().execute(async (db) => {
      await this.change(sql`${change}, ${letGo}`, { db })
      const known = this.context.resources.find(({ name }) => name === resource)
      await notify(db, exportEnded, {
        to: [this.claimed.ownerId],
        data: { what: known?.label[1] ?? resource, rows: this.#rows, error: more.problem ?? null },
        path: '/exports',
      })
      const entry: AuditEntry = { action, object: resource, after: { export: id, format, rows: this.#rows, ...more } }
      await appendAudit(db, [entry], { actor: this.#owner ?? system('exports') })
    })
  }
}
