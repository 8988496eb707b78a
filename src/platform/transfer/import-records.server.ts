import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'
import type { FileImport, ImportRow, RowResult } from './file-imports.ts'

/** Pieces and rows that are removed in one statement. */
const piecesAtOnce = 20
const rowsAtOnce = 1_000

const compress = promisify(gzip)
const expand = promisify(gunzip)

/** File imports as they travel, the newest first. */
export async function fetchFileImports(db: Db, condition: RawBuilder<unknown>): Promise<FileImport[]> {
  const { rows } = await sql<FileImport>`
    select t.id, t.resource, t.file_name as "fileName", t.bytes, t.state, t.encoding, t.delimiter, t.headings, t.sample, t.mapping,
      t.key_field as "keyField", t.mode, t.rows_total as "rowsTotal", t.rows_done as "rowsDone", t.to_create as "toCreate",
      t.to_change as "toChange", t.unchanged, t.refused, t.created, t.changed, t.error,
      t.created_at as "createdAt", t.finished_at as "finishedAt", t.expires_at as "expiresAt"
    from file_imports t where ${condition} order by t.id desc limit 100`.execute(db)
  return rows
}

export async function keepPiece(db: Db, id: number, position: number, data: Uint8Array): Promise<void> {
  const packed = await compress(data)
  await sql`
    insert into file_import_pieces (import_id, position, data) values (${id}, ${position}, ${packed})
    on conflict (import_id, position) do update set data = excluded.data`.execute(db)
}

export async function countPieces(db: Db, id: number): Promise<number> {
  const { rows } = await sql<{ kept: number }>`
    select count(*) as kept from file_import_pieces where import_id = ${id}`.execute(db)
  return rows[0]?.kept ?? 0
}

/** The upload as it came, a piece in memory at a time and the connection free in between. */
export async function* piecesOf(db: Db, id: number): AsyncGenerator<Uint8Array> {
  for (let position = 0; ; position++) {
    const {
      rows: [piece],
    } = await sql<{ data: Buffer }>`
      select data from file_import_pieces where import_id = ${id} and position = ${position}`.execute(db)
    if (!piece) return
    yield await expand(piece.data)
  }
}

/** The stored part of a row. */
export interface StoredRow {
  readonly number: number
  readonly cells: readonly string[]
  readonly result: RowResult | null
  readonly recordId: number | null
  readonly recordVersion: number | null
  readonly input: Readonly<Record<string, unknown>> | null
  readonly changes: ImportRow['changes'] | null
  readonly problems: ImportRow['problems'] | null
}

export async function fetchRows(
  db: Db,
  id: number,
  condition: RawBuilder<unknown>,
  limit: number,
): Promise<StoredRow[]> {
  const { rows } = await sql<StoredRow>`
    select t.number, t.cells, t.result, t.record_id as "recordId", t.record_version as "recordVersion", t.input, t.changes, t.problems
    from file_import_rows t where t.import_id = ${id} and ${condition} order by t.number limit ${limit}`.execute(db)
  return rows
}

async function removeInParts(db: Db, remove: RawBuilder<unknown>, signal: AbortSignal): Promise<void> {
  for (let gone = 1n; gone > 0n && !signal.aborted;) gone = (await remove.execute(db)).numAffectedRows ?? 0n
}

/** Removes the uploads of such imports, a few pieces at a time to keep waits short. */
export async function sweepPieces(db: Db, condition: RawBuilder<unknown>, signal: AbortSignal): Promise<void> {
  await removeInParts(
    db,
    sql`
    delete from file_import_pieces where (import_id, position) in (
      select p.import_id, p.position from file_imports t join file_import_pieces p on p.import_id = t.id where ${condition} limit ${piecesAtOnce}
    )`,
    signal,
  )
}

export async function sweepRows(db: Db, condition: RawBuilder<unknown>, signal: AbortSignal): Promise<void> {
  await removeInParts(
    db,
    sql`
    delete from file_import_rows where (import_id, number) in (
      select r.import_id, r.number from file_imports t join file_import_rows r on r.import_id = t.id where ${condition} limit ${rowsAtOnce}
    )`,
    signal,
  )
}

/** Removes what has expired, and uploads that are no longer needed. */
export async function forgetFileImports(db: Db, signal: AbortSignal): Promise<void> {
  await sweepPieces(db, sql`t.expires_at < now() or t.state not in ('uploading', 'reading')`, signal)
  await sweepRows(db, sql`t.expires_at < now()`, signal)
  if (!signal.aborted)
    await sql`delete from file_imports where expires_at < now() and (lease is null or leased_until < now())`.execute(db)
}
