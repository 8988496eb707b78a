import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'
import { matchStatement } from './match-statement.server.ts'
import type { StatementBasis, StatementLine, StatementProvider } from './statement-kinds.ts'

export interface NewStatement {
  readonly name: string
  readonly provider: StatementProvider
  /** Of a supplier; null for a provider of payments. */
  readonly basis?: StatementBasis | null
  /** `2026-11-25`; it covers whole days, by UTC. */
  readonly fromDay: string
  readonly toDay: string
  /** By which the same statement is known when it is read again. */
  readonly hash: string
  /** Who uploaded it; null where it was fetched from the provider. */
  readonly uploadedBy: number | null
  readonly lines: readonly StatementLine[]
}

export interface StoredStatement {
  readonly id: number
  /** Whether it was there already, and nothing was done. */
  readonly isKnown: boolean
  readonly lines: number
  readonly differences: number
}

/**
 * Stores a statement and matches it. The same one again changes nothing, and neither does a line that was read before: a file
 * that has no other is no statement of its own.
 */
export async function storeStatement(db: Db, statement: NewStatement): Promise<StoredStatement> {
  const { name, provider, basis = null, fromDay, toDay, hash, uploadedBy, lines } = statement
  await lockStatements(db, provider)
  const { rows } = await sql<{ id: number }>`
    insert into statements (name, provider, source, basis, from_day, to_day, content_hash, uploaded_by)
    values (${name}, ${provider}, ${uploadedBy === null ? 'gateway' : 'file'}, ${basis}, ${fromDay}, ${toDay}, ${hash}, ${uploadedBy})
    on conflict (content_hash) do nothing returning id`.execute(db)
  const id = rows[0]?.id
  if (id === undefined) return await knownStatement(db, hash)
  const added = await insertLines(db, id, provider, lines)
  const [first] = lines
  if (added === 0 && first) {
    await sql`delete from statements where id = ${id}`.execute(db)
    return await statementWith(db, provider, first)
  }
  return { id, isKnown: false, ...(await matchStatement(db, id)) }
}

/** One statement of a provider at a time, until the transaction ends: what a statement leaves out, others have to keep. */
export async function lockStatements(db: Db, provider: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`statements ${provider}`}, 0))`.execute(db)
}

async function knownStatement(db: Db, hash: string): Promise<StoredStatement> {
  const { rows } = await sql<Omit<StoredStatement, 'isKnown'>>`
    select id, lines, differences from statements where content_hash = ${hash}`.execute(db)
  if (!rows[0]) throw new Error('A statement with this hash is there.')
  return { ...rows[0], isKnown: true }
}

/** The statement that a line came with first. */
async function statementWith(db: Db, provider: string, { reference }: StatementLine): Promise<StoredStatement> {
  const { rows } = await sql<Omit<StoredStatement, 'isKnown'>>`
    select s.id, s.lines, s.differences from statement_lines l join statements s on s.id = l.statement_id
    where l.provider = ${provider} and l.reference = ${reference} order by l.id limit 1`.execute(db)
  if (!rows[0]) throw new Error('A line that was read before has its statement.')
  return { ...rows[0], isKnown: true }
}

/** The day of a booking's line that has no name of its own: a supplier can charge and credit a booking several times. */
const dayOfBooking = (line: string) => {
  const of = (column: string) => sql.ref(`${line}${column}`)
  return sql`(case when ${of('kind')} in ('booking', 'booking_credit') and ${of('reference')} = ${of('source_reference')}
    then (${of('booked_at')} at time zone 'UTC')::date end)`
}

/** Answers with how many are new. */
async function insertLines(db: Db, id: number, provider: string, lines: readonly StatementLine[]): Promise<number> {
  const values = lines.map(({ reference, kind, source, payment, ownName, currency, amount, fee, bookedAt }) => ({
    reference,
    kind,
    source,
    payment,
    own: ownName,
    currency,
    amount,
    fee,
    at: bookedAt,
  }))
  const { numAffectedRows = 0n } = await sql`
    insert into statement_lines (statement_id, provider, reference, occurrence, kind, source_reference, payment_reference, own_name,
      currency, amount, fee, booked_at)
    select ${id}, ${provider}, l.reference, row_number() over (
        partition by l.reference, l.amount, l.fee, l.currency, ${dayOfBooking('l.')} order by l.position), l.kind, l.source_reference,
      l.payment, l.own, l.currency, l.amount, l.fee, l.booked_at
    from (select e.value ->> 'reference' as reference, e.value ->> 'kind' as kind, left(e.value ->> 'source', 80) as source_reference,
        e.value ->> 'payment' as payment, e.value ->> 'own' as own, e.value ->> 'currency' as currency,
        (e.value ->> 'amount')::bigint as amount, (e.value ->> 'fee')::bigint as fee, (e.value ->> 'at')::timestamptz as booked_at,
        e.position
      from jsonb_array_elements(${JSON.stringify(values)}::jsonb) with ordinality e (value, position)) l
    order by l.position
    on conflict (provider, reference, amount, fee, currency, occurrence, ${dayOfBooking('')}) where reference is not null do nothing`.execute(
    db,
  )
  return Number(numAffectedRows)
}
