import pg from 'pg'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { createTestDatabase, type DatabaseTemplate, type TestDatabase } from './test-database.server.ts'

const postgresUrl = inject('postgresUrl')

describe.skipIf(postgresUrl === null)('a test database', () => {
  const url = postgresUrl ?? ''
  const made: TestDatabase[] = []
  afterAll(async () => {
    await Promise.all(made.map((database) => database.drop()))
  })

  async function create(name?: string, template?: DatabaseTemplate): Promise<TestDatabase> {
    const database = await createTestDatabase(url, name, template)
    made.push(database)
    return database
  }

  it('is empty, and apart from every other one of the same name', async () => {
    const [first, second] = [await create('apart'), await create('apart')]
    await query(first.url, 'create table notes (body text)')
    const tables = "select count(*)::int as n from information_schema.tables where table_schema = 'public'"
    expect(await query(first.url, tables)).toEqual([{ n: 1 }])
    expect(await query(second.url, tables)).toEqual([{ n: 0 }])
  })

  it('copies a template that is prepared once, even when four ask for it at the same time', async () => {
    let prepared = 0
    const template = {
      key: `cities ${Math.random()}`,
      prepare: async (templateUrl: string) => {
        prepared += 1
        await query(templateUrl, "create table cities as select 'Bilbao' as name")
      },
    }
    const four = await Promise.all([1, 2, 3, 4].map((number) => create(`copy ${number}`, template)))
    expect(prepared).toBe(1)
    for (const copy of four) {
      expect(await query(copy.url, 'select name from cities')).toEqual([{ name: 'Bilbao' }])
    }
  })

  it('makes a template again whose preparation failed', async () => {
    let tries = 0
    const template = {
      key: `second try ${Math.random()}`,
      prepare: async (templateUrl: string) => {
        await query(templateUrl, 'create table cities (name text)')
        tries += 1
        if (tries === 1) throw new Error('the migration failed')
      },
    }
    await expect(create('failing', template)).rejects.toThrow('the migration failed')
    const database = await create('again', template)
    expect(await query(database.url, 'select * from cities')).toEqual([])
  })

  it('is dropped although a connection to it is still open', async () => {
    const database = await createTestDatabase(url, 'open')
    const client = new pg.Client({ connectionString: database.url })
    client.on('error', () => {})
    await client.connect()
    await database.drop()
    const left = await query(url, `select 1 from pg_database where datname = '${database.name}'`)
    expect(left).toEqual([])
    await client.end().catch(() => {})
  })
})

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
