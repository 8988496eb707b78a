import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'
import { t } from '../i18n/language.ts'

/** The end of the chain: how many rows are sealed, and the hash of the last seal. */
export interface AuditHead {
  readonly lastId: number
  readonly hash: string
}

/** A place in the chain: the seal that has been checked last, and its hash. */
type ChainPlace = AuditHead

/** Before the first seal. */
export const chainStart: ChainPlace = { lastId: 0, hash: '0'.repeat(64) }

/** Rows that are written and not sealed yet. */
export interface Unsealed {
  readonly count: number
  /** The first of them by their ids, 20 at most. */
  readonly ids: number[]
  /** When the oldest was written; null when there is none. */
  readonly since: string | null
  /** Whether that is longer ago than sealing should take. */
  readonly isLate: boolean
}

export interface AuditVerdict {
  /** Sealed or not. */
  rows: number
  head: string
  /** The first row that does not fit, and why; null when everything does. */
  broken: { id: number; why: string } | null
  unsealed: Unsealed
}

/** How long a row should wait for its seal, in seconds. It takes less than one where a server runs. */
const sealedWithin = 10

const unsealedSql = sql`
  select json_build_object('count', count(*), 'since', min(at),
    'ids', coalesce((array_agg(entry_id order by entry_id))[:20], '{}'),
    'isLate', coalesce(min(at) < now() - make_interval(secs => ${sealedWithin}), false))
  from audit_unsealed`

export async function readUnsealed(db: Db): Promise<Unsealed> {
  const { rows } = await sql<{ unsealed: Unsealed }>`select (${unsealedSql}) as unsealed`.execute(db)
  return rows[0]?.unsealed ?? { count: 0, ids: [], since: null, isLate: false }
}

/** Null when the one row that contains it is gone. */
export async function readAuditHead(db: Db): Promise<AuditHead | null> {
  const {
    rows: [head],
  } = await sql<AuditHead>`select last_id as "lastId", hash from audit_head`.execute(db)
  return head ?? null
}

type Flaw = AuditVerdict['broken']

interface ChainRow {
  position: number
  entryId: number
  hash: string
  /** What the hash has to cover; null when the row is gone. */
  text: string | null
}

/**
 * Walks on from a place in the chain, over `pageSize` seals at most and none beyond the head. Returns the place reached
 * and, when it ends there for good, what is wrong with the next row (or null when all of it is whole).
 */
export async function verifyAuditPart(
  db: Db,
  head: AuditHead,
  from: ChainPlace,
  pageSize = 2_000,
): Promise<{ place: ChainPlace; isDone: boolean; broken: Flaw }> {
  let place = from
  const { rows } = await sql<ChainRow>`
    select s.position, s.entry_id as "entryId", s.hash,
      case when l.id is not null
        then audit_text(l, coalesce(lag(s.hash) over (order by s.position), ${from.hash})) end as text
    from audit_seals s left join audit_log l on l.id = s.entry_id
    where s.position > ${from.lastId} and s.position <= ${head.lastId} order by s.position limit ${pageSize}`.execute(
    db,
  )
  const end = (broken: Flaw) => ({ place, isDone: true, broken })
  for (const row of rows) {
    const broken = flawOf(row, place.lastId)
    if (broken) return end(broken)
    place = { lastId: row.position, hash: row.hash }
  }
  const isDone = rows.length === 0 || place.lastId >= head.lastId
  const stray = await strayRow(db, from.lastId, isDone ? null : place.lastId)
  if (stray !== null) return end({ id: stray, why: t('It has no seal and isn’t waiting for one.') })
  if (!isDone) return { place, isDone, broken: null }
  if (place.lastId !== head.lastId)
    return end({ id: place.lastId + 1, why: missingSeals(place.lastId + 1, head.lastId) })
  if (place.hash !== head.hash) return end({ id: place.lastId, why: t('The head refers to another last seal.') })
  return end(await unsealedFlaw(db))
}

function flawOf(row: ChainRow, last: number): Flaw {
  const { position, entryId: id, text } = row
  if (position !== last + 1) return { id: last + 1, why: missingSeals(last + 1, position - 1) }
  if (text === null) return { id, why: t('It was sealed and is gone.') }
  return createHash('sha256').update(text).digest('hex') === row.hash
    ? null
    : { id, why: t('It doesn’t match its seal: the entry, its seal or the one before was changed.') }
}

const missingSeals = (from: number, to: number) => t('Seals {n} to {lastId} are missing.', { n: from, lastId: to })

/**
 * The first row without seal and without mark among those between the rows of two seals; null as the second: from the
 * first one on. Stretches that follow each other leave out no row, in any order of their seals.
 */
async function strayRow(db: Db, after: number, until: number | null): Promise<number | null> {
  const entryAt = (position: number) => sql`(select entry_id from audit_seals where position = ${position})`
  const {
    rows: [stray],
  } = await sql<{ id: number }>`
    select l.id from audit_log l
    where l.id > coalesce(${entryAt(after)}, 0) and ${until === null ? sql`true` : sql`l.id <= ${entryAt(until)}`}
      and not exists (select from audit_seals s where s.entry_id = l.id)
      and not exists (select from audit_unsealed w where w.entry_id = l.id)
    order by l.id limit 1`.execute(db)
  return stray?.id ?? null
}

/** What was done to a row between its commit and its seal: its mark remembers it. */
async function unsealedFlaw(db: Db): Promise<Flaw> {
  const {
    rows: [flaw],
  } = await sql<{ id: number; isGone: boolean }>`
    select w.entry_id as id, l.id is null as "isGone" from audit_unsealed w left join audit_log l on l.id = w.entry_id
    where l.id is null or w.digest <> sha256(convert_to(audit_text(l, ''), 'UTF8'))
    order by w.entry_id limit 1`.execute(db)
  if (!flaw) return null
  return {
    id: flaw.id,
    why: flaw.isGone ? t('It was removed before it was sealed.') : t('It was changed before it was sealed.'),
  }
}

/** Walks the chain in pages, so that it neither blocks the database nor grows with the audit. */
export async function verifyAudit(db: Db, pageSize = 2_000): Promise<AuditVerdict> {
  // What is sealed while this runs lies behind the head that was read and is left for the next time.
  const {
    rows: [start],
  } = await sql<{ head: AuditHead | null; lastSeal: number; unsealed: Unsealed }>`
    select (select json_build_object('lastId', last_id, 'hash', hash) from audit_head) as head,
      (select coalesce(max(position), 0) from audit_seals) as "lastSeal", (${unsealedSql}) as unsealed`.execute(db)
  if (!start) throw new Error('A look at the audit answers with one row.')
  const { head, lastSeal, unsealed } = start
  if (!head) return { rows: 0, head: '', broken: { id: 0, why: t('The head of the chain is missing.') }, unsealed }
  let part = await verifyAuditPart(db, head, chainStart, pageSize)
  while (!part.isDone) part = await verifyAuditPart(db, head, part.place, pageSize)
  const beyond = lastSeal > head.lastId ? { id: head.lastId, why: t('There are seals beyond the head.') } : null
  return { rows: part.place.lastId + unsealed.count, head: head.hash, broken: part.broken ?? beyond, unsealed }
}
