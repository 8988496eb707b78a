import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import type { TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import { checkStatements } from './check-statements.server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'statement-findings' })
})
afterAll(() => server?.stop())

const check = () => server.database.kysely.transaction().execute(checkStatements)
async function lineOf(reference: string, age: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with s as (insert into statements (name, provider, source, from_day, to_day, content_hash)
      values (${reference}, 'stripe', 'gateway', '2026-03-01', '2026-03-01', ${reference}) returning id)
    insert into statement_lines (statement_id, provider, reference, kind, currency, amount, booked_at, difference)
    select id, 'stripe', ${reference}, 'payment', 'EUR', 8450, now() - ${age}::interval, 'missing_here' from s returning id`.execute(
    server.database.kysely,
  )
  return rows[0]?.id ?? 0
}
const findingsOf = async (line: number) =>
  (
    await sql`select subject, state, says, adds, reopened from reconciliation_findings where statement_line_id = ${line}`.execute(
      server.database.kysely,
    )
  ).rows

it('finds a difference that is older than a day, once, and closes it when both agree', async () => {
  const [old, fresh] = [await lineOf('txn_old', '25 hours'), await lineOf('txn_fresh', '23 hours')]
  expect(await check()).toEqual({ opened: 1, resolved: 0 })
  expect(await check()).toEqual({ opened: 0, resolved: 0 })
  expect(await findingsOf(old)).toEqual([{ subject: 'txn_old', state: 'open', says: 0, adds: 8450, reopened: 0 }])
  expect(await findingsOf(fresh)).toEqual([])

  await sql`update statement_lines set difference = null where id = ${old}`.execute(server.database.kysely)
  expect(await check()).toEqual({ opened: 0, resolved: 1 })
  expect(await findingsOf(old)).toMatchObject([{ state: 'closed' }])
  // It is resolved once.
  expect(await check()).toEqual({ opened: 0, resolved: 0 })
})

it('leaves alone what was explained, until the amounts are others', async () => {
  const line = await lineOf('txn_explained', '3 days')
  await check()
  await sql`
    update reconciliation_findings set state = 'explained', explanation = 'A test charge' where statement_line_id = ${line}`.execute(
    server.database.kysely,
  )
  await check()
  expect(await findingsOf(line)).toMatchObject([{ state: 'explained', reopened: 0 }])
  await sql`update statement_lines set amount = 8451 where id = ${line}`.execute(server.database.kysely)
  await check()
  expect(await findingsOf(line)).toMatchObject([{ state: 'open', adds: 8451, reopened: 1 }])
})
