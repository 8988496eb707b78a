import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { TestServer } from '../app/testing/start.server.ts'
import { startTestServer } from '../app/testing/start.server.ts'
import { type Database, openDatabase } from '../db/database.server.ts'
import { type EmbeddedDatabase, openEmbeddedForTest, silent } from '../db/testing/embedded-database.server.ts'
import { createTestDatabase, type TestDatabase } from '../db/testing/test-database.server.ts'
import { foldedEmail } from './email.server.ts'
import { emailForCounting, foldEmail } from './email.ts'

const postgresUrl = inject('postgresUrl')
const nameOf = (letters: string) => fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 12 })
const domain = fc.constantFrom('example.com', 'EXAMPLE.com', 'mail.Example.ORG')
const addressesOf = (letters: string) =>
  fc
    .tuple(nameOf(letters), domain, fc.constantFrom('', ' '))
    .map(([name, at, space]) => `${space}${name}@${at}${space}`)
const plain = 'abzABZ019.+-_'
/** Letters whose lower case depends on what is beside them, or that are the same as others when they are compared. */
const odd = `${plain}éÉÑßẞΣσςΑЖжİıＡｎﬁÅ\u0301`

describe('an address', () => {
  it('is one in every letter case and width', () => {
    for (const email of ['Ana@Example.com', ' ANA@EXAMPLE.COM ', 'ａｎａ@example.com'])
      expect(foldEmail(email)).toBe('ana@example.com')
    expect(foldEmail('ana+2@example.com')).toBe('ana+2@example.com')
  })

  it('counts as one with its tagged forms', () => {
    for (const email of ['Ana@Example.com', 'ana+2@example.com', ' ANA+a+b@EXAMPLE.COM '])
      expect(emailForCounting(email)).toBe('ana@example.com')
    for (const email of ['+ana@example.com', 'ana@exa+mple.com']) expect(emailForCounting(email)).toBe(email)
  })

  it('that is folded already stays as it is', () => {
    fc.assert(
      fc.property(addressesOf(odd), (email) => {
        expect(foldEmail(foldEmail(email))).toBe(foldEmail(email))
        expect(emailForCounting(foldEmail(email))).toBe(emailForCounting(email))
      }),
    )
  })
})

describe.each(['embedded', 'postgres'] as const)('the %s database', { timeout: 60_000 }, (engine) => {
  let database: Database
  let embedded: EmbeddedDatabase | undefined
  let own: TestDatabase | undefined
  beforeAll(async () => {
    if (engine === 'embedded') embedded = await openEmbeddedForTest()
    else if (postgresUrl) own = await createTestDatabase(postgresUrl, 'email')
    else return
    database = embedded?.db ?? (await openDatabase({ url: own?.url, dataDir: 'unused', log: silent }))
    await database.pool.query("create collation alphabetical (provider = icu, locale = 'und')")
  })
  afterAll(async () => {
    await embedded?.drop()
    if (own) await database.close()
    await own?.drop()
  })

  it.skipIf(engine === 'postgres' && postgresUrl === null)('folds addresses as the program does', async () => {
    const emails = fc.sample(addressesOf(odd), 2_000)
    const { rows } = await sql<{ email: string; folded: string }>`
      select email, ${foldedEmail(sql`email`)} as folded from unnest(${emails}::text[]) as given (email)`.execute(
      database.kysely,
    )
    expect(rows).toHaveLength(emails.length)
    expect(rows.filter(({ email, folded }) => folded !== foldEmail(email))).toEqual([])
  })
})

describe('a rule of the database', { timeout: 120_000 }, () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ postgresUrl, name: 'email' })
  }, 120_000)
  afterAll(() => server?.stop())
  const db = () => server.database.kysely

  it('has a member of staff only by the folded address', async () => {
    const emails = [...new Set(fc.sample(addressesOf(odd), 300).map(foldEmail))].map((email, n) => `${n}${email}`)
    const add = (email: string) =>
      sql`
      insert into staff (email, first_name, last_name, role_id, status)
      select ${email}, 'A', 'B', id, 'invited' from roles where name = 'admin'`.execute(db())
    for (const email of emails) await add(email)
    const unfolded = fc.sample(addressesOf(plain), 100).filter((email) => email.trim() !== foldEmail(email))
    for (const email of unfolded) await expect(add(email)).rejects.toThrow(/staff_email_check/)
  })

  // Beyond ASCII its index lowers letters as the server's locale does.
  it('has two customers of one address for no two that fold to the same', async () => {
    const add = (email: string) =>
      sql`
      insert into customers (email, first_name, last_name, locale) values (${email.trim()}, 'A', 'B', 'es')
      on conflict do nothing`.execute(db())
    const known = new Set<string>()
    const differing: string[] = []
    for (const email of fc.sample(addressesOf('aAbB+'), 300)) {
      const isAdded = (await add(email)).numAffectedRows === 1n
      if (isAdded === known.has(foldEmail(email))) differing.push(email)
      known.add(foldEmail(email))
    }
    expect(known.size).toBeLessThan(300)
    expect(differing).toEqual([])
  })
})
