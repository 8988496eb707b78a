import { sql } from 'kysely'
import { Refusal } from '../../core/errors/errors.ts'
import type { Implementation } from '../../core/http/endpoint.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { t } from '../../core/i18n/language.ts'
import { recordIdIn } from '../../core/record-id.ts'
import type { Db } from '../../db/tables.server.ts'
import { matchTouched, type Touched } from './match-statement.server.ts'
import { lockStatements } from './store-statement.server.ts'
import { withdrawStatement } from './statement.endpoints.ts'

interface Found {
  readonly id: number
  readonly name: string
  readonly provider: string
  readonly source: string
  readonly fromDay: string
  readonly toDay: string
  readonly lines: number
  /** A finding that staff explained rests on a line of it. */
  readonly isExplained: boolean
  /** The latest statement that was read after this one and left out what both have. */
  readonly later: { readonly name: string; readonly source: string } | null
}

/** Takes back a file that was uploaded by mistake: of another provider, or by the wrong days. */
export const implementedWithdrawal: Implementation = implement(withdrawStatement, async ({ db, params, audit }) => {
  const id = recordIdIn(params.id) ?? 0
  const { rows: own } = await sql<{ provider: string }>`select provider from statements where id = ${id}`.execute(db)
  if (own[0]) await lockStatements(db, own[0].provider)
  const { rows } = await sql<Found>`
      select s.id, s.name, s.provider, s.source, s.from_day as "fromDay", s.to_day as "toDay", s.lines,
        exists (select from statement_lines l join reconciliation_findings f on f.statement_line_id = l.id
          where l.statement_id = s.id and f.state = 'explained') as "isExplained",
        (select jsonb_build_object('name', o.name, 'source', o.source) from statements o where o.provider = s.provider and o.id > s.id
          and o.from_day <= s.to_day and o.to_day >= s.from_day order by o.id desc limit 1) as later
      from statements s where s.id = ${id} for update`.execute(db)
  const [found] = rows
  if (!found) throw new Refusal(404, t('Statement not found.'))
  const problem = problemOf(found)
  if (problem !== null) throw new Refusal(409, problem, { error: 'NotPossible' })
  await withdraw(db, found)
  const { name, provider, fromDay, toDay, lines } = found
  audit.record({
    action: 'withdraw',
    object: 'statements',
    recordId: id,
    title: name,
    before: { provider, fromDay, toDay, lines },
  })
  return { id, lines }
})

function problemOf({ source, isExplained, later }: Found): string | null {
  if (source !== 'file') return t('This statement came from the provider itself. Only uploaded files can be withdrawn.')
  if (isExplained) return t('A finding about this statement was explained. Reopen it first.')
  // A line that both have is kept with the first one only.
  if (later?.source === 'file')
    return t('{name} was uploaded later for the same days. Withdraw that one first.', { name: later.name })
  if (later) return t('{name} came from the provider later and relies on this file.', { name: later.name })
  return null
}

/** What other statements have is compared with our books as if this one had never been there. */
async function withdraw(db: Db, { id, provider }: Found): Promise<void> {
  const { rows } = await sql<Touched>`
    select coalesce(array_agg(distinct payment_id) filter (where payment_id is not null), '{}') as payments,
      coalesce(array_agg(distinct purchase_id) filter (where purchase_id is not null), '{}') as orders
    from statement_lines where statement_id = ${id}`.execute(db)
  await sql`delete from reconciliation_findings where statement_line_id in (
    select id from statement_lines where statement_id = ${id})`.execute(db)
  await sql`delete from statement_lines where statement_id = ${id}`.execute(db)
  await sql`delete from statements where id = ${id}`.execute(db)
  await matchTouched(db, provider, rows[0] ?? { payments: [], orders: [] })
}
