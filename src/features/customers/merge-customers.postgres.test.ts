import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Client, TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'

const postgresUrl = inject('postgresUrl')

describe.skipIf(postgresUrl === null)('merging customers', () => {
  let server: TestServer
  let admin: Client
  let last = 0
  beforeAll(async () => {
    server = await startTestServer({ postgresUrl, name: 'merge customers races' })
    admin = await server.signIn('admin')
  })
  afterAll(() => server?.stop())

  async function customer(): Promise<number> {
    const { rows } = await sql<{ id: number }>`
      insert into customers (email, first_name, last_name, locale) values (${`m${++last}@example.com`}, 'Ana', 'García', 'es')
      returning id`.execute(server.database.kysely)
    const id = rows[0]?.id ?? 0
    await give(id)
    return id
  }
  const give = (id: number) =>
    sql`
      insert into store_credits (customer_id, currency, amount, reason, expires_at)
      values (${id}, 'EUR', 500, 'goodwill', now() + interval '1 year')`.execute(server.database.kysely)
  const merge = (into: number, from: number) =>
    admin.post(`/rest/data/users/user/${into}/merge`, { from, reason: 'The same person twice' })
  const agree = (id: number) =>
    sql`
      insert into customer_consents (customer_id, purpose, is_given, source) values (${id}, 'profiling', true, 'account')`.execute(
      server.database.kysely,
    )

  it('leaves one customer with everything, in merges of each into the other at once while credit and consents arrive', async () => {
    for (let round = 0; round < 40; round++) {
      const [a, b, c] = [await customer(), await customer(), await customer()]
      const [first, second, third] = await Promise.all([
        merge(a, b),
        merge(b, a),
        merge(c, b),
        give(a),
        give(b),
        agree(a),
        agree(b),
      ])
      const statuses = [first, second, third].map(({ status }) => status)
      expect([first, second, third].filter(({ status }) => status !== 200 && status !== 409)).toEqual([])
      const { rows } = await sql<{
        id: number
        status: string
        into: number | null
        credit: number
        balance: number
        consents: number
      }>`
        select k.id, k.status, k.merged_into_id as into,
          (select coalesce(sum(available), 0)::integer from store_credits where customer_id = k.id) as credit,
          (select coalesce(-sum(amount), 0)::integer from ledger_entries where customer_id = k.id and account = 'customer_credit') as balance,
          (select count(*)::integer from customer_consents where customer_id = k.id) as consents
        from customers k where k.id = any(${[a, b, c]}::bigint[]) order by k.id`.execute(server.database.kysely)
      const present = new Set(rows.filter(({ status }) => status === 'active').map(({ id }) => id))
      // Every pointer leads to a customer who is there, and every merge that was accepted took one away.
      for (const { status, into } of rows) if (status === 'merged') expect(present.has(into ?? 0)).toBe(true)
      expect(present.size).toBe(3 - statuses.filter((status) => status === 200).length)
      for (const { id, credit, balance, consents } of rows) {
        expect([id, balance]).toEqual([id, credit])
        if (!present.has(id)) expect([id, credit, consents]).toEqual([id, 0, 0])
      }
      expect(rows.reduce((sum, { credit }) => sum + credit, 0)).toBe(2500)
      expect(rows.reduce((sum, { consents }) => sum + consents, 0)).toBe(2)
    }
    expect(await unbalanced()).toEqual([])
  }, 120_000)

  it('sends what arrives for a merged customer to the one that its survivor is merged into at that moment', async () => {
    for (let round = 0; round < 60; round++) {
      const [a, b, c] = [await customer(), await customer(), await customer()]
      expect((await merge(b, a)).status).toBe(200)
      const [{ status }] = await Promise.all([merge(c, b), give(a), agree(a), give(b), give(a)])
      expect(status).toBe(200)
      const { rows } = await sql<{ id: number; credits: number; consents: number }>`
        select k.id, (select count(*)::integer from store_credits where customer_id = k.id) as credits,
          (select count(*)::integer from customer_consents where customer_id = k.id) as consents
        from customers k where k.id = any(${[a, b, c]}::bigint[]) order by k.id`.execute(server.database.kysely)
      expect(rows).toEqual([
        { id: a, credits: 0, consents: 0 },
        { id: b, credits: 0, consents: 0 },
        { id: c, credits: 6, consents: 1 },
      ])
    }
    expect(await unbalanced()).toEqual([])
  }, 120_000)

  it('refuses a customer who is merged already without a wait for what arrives for them', async () => {
    const [a, b] = [await customer(), await customer()]
    expect((await merge(a, b)).status).toBe(200)
    const arriving = await server.database.pool.connect()
    try {
      await arriving.query("begin; set local lock_timeout = '5s'")
      await arriving.query('select from customers where id = $1 for key share', [b])
      const [{ status }] = await Promise.all([
        merge(b, a),
        // What arrives goes on to the survivor, and would wait for a merge that has locked the survivor and waits for it.
        sleep(500).then(() => arriving.query('select from customers where id = $1 for key share', [a])),
      ])
      expect(status).toBe(409)
    } finally {
      await arriving.query('rollback')
      arriving.release()
    }
  }, 120_000)

  async function unbalanced() {
    const { rows } = await sql`
      select posting from ledger_entries group by posting, currency having sum(amount) <> 0`.execute(
      server.database.kysely,
    )
    return rows
  }
})
