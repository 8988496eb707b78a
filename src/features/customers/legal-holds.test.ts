import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import type { Client } from '../../app/testing/start.server.ts'
import { openTestContext } from '../../app/testing/test-context.server.ts'
import { problemsIn } from '../../core/testing/test-context.server.ts'

let testContext: Awaited<ReturnType<typeof openTestContext>>
let admin: Client
beforeAll(async () => {
  testContext = await openTestContext({ postgresUrl: inject('postgresUrl'), name: 'legal holds' })
  admin = await testContext.server.signIn('admin')
})
afterAll(() => testContext.close())

const path = '/rest/data/users/user'
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
let last = 0
const made = () => testContext.maker.make('customers', { email: `held-${++last}@example.com`, status: 'active' })
const place = (id: number, until = inDays(30), reason = 'Claim 12/2026 at court') =>
  admin.post(`${path}/${id}/legal-holds`, { reason, until })
const lift = (id: number) => admin.post(`${path}/${id}/legal-holds/lift`, { reason: 'The claim was settled' })
const anonymise = (id: number) => admin.post(`${path}/${id}/anonymise`, { reason: 'Asked to be forgotten' })
const holdsOf = async (id: number) => (await admin.get(`${path}/${id}/legal-holds`)).body

it('keeps a customer from being anonymised until it is lifted, and says who decided what', async () => {
  const id = await made()
  expect((await place(id)).status).toBe(201)
  expect(await anonymise(id)).toMatchObject({ status: 409, body: { error: 'LegalHold' } })
  // No other program can either.
  await expect(
    sql`update customers set status = 'anonymised' where id = ${id}`.execute(testContext.db),
  ).rejects.toThrow('under a legal hold')
  expect(await holdsOf(id)).toMatchObject([
    { reason: 'Claim 12/2026 at court', placedBy: 'Ingrid Solheim', until: inDays(30), isActive: true, liftedBy: null },
  ])
  expect((await lift(id)).status).toBe(200)
  expect(await holdsOf(id)).toMatchObject([
    { isActive: false, liftedBy: 'Ingrid Solheim', liftedFor: 'The claim was settled' },
  ])
  const { rows } = await sql<{ action: string; reason: string }>`
    select action, reason from audit_log where record_id = ${String(id)} and action like '%-legal-hold' order by id`.execute(
    testContext.db,
  )
  expect(rows).toEqual([
    { action: 'place-legal-hold', reason: 'Claim 12/2026 at court' },
    { action: 'lift-legal-hold', reason: 'The claim was settled' },
  ])
  expect((await anonymise(id)).status).toBe(200)
  expect(await holdsOf(id)).toMatchObject([{ reason: 'Anonymised', liftedFor: 'Anonymised' }])
})

it('ends by itself after its last day', async () => {
  const id = await made()
  await place(id)
  await sql`update legal_holds set until_on = (now() at time zone 'UTC')::date - 1 where customer_id = ${id}`.execute(
    testContext.db,
  )
  expect((await lift(id)).status).toBe(409)
  expect((await anonymise(id)).status).toBe(200)
})

it('goes along when its customer is merged', async () => {
  const [into, from] = [await made(), await made()]
  await place(from)
  expect((await admin.post(`${path}/${into}/merge`, { from, reason: 'The same person twice' })).status).toBe(200)
  expect((await anonymise(into)).status).toBe(409)
})

it('is one at a time, has an end, and is for people who can change customers', async () => {
  const id = await made()
  expect(problemsIn(await place(id, inDays(-1)))).toEqual({ until: 'Choose a future day.' })
  expect(problemsIn(await place(id, inDays(4_000)))).toEqual({ until: 'A legal hold lasts at most 10 years.' })
  expect(problemsIn(await place(id, inDays(2), 'x'))).toEqual({ reason: 'Enter a short reason.' })
  expect((await place(id)).status).toBe(201)
  expect((await place(id)).status).toBe(409)
  const reader = await testContext.server.signIn('read-only')
  expect((await reader.get(`${path}/${id}/legal-holds`)).status).toBe(200)
  expect((await reader.post(`${path}/${id}/legal-holds`, { reason: 'Claim at court', until: inDays(2) })).status).toBe(
    403,
  )
  expect((await reader.post(`${path}/${id}/legal-holds/lift`, { reason: 'Claim at court' })).status).toBe(403)
})
