import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { findPostgresProgram } from './postgres-program.server.ts'
import { BackupRefused } from './backup.server.ts'
import { type Database, openDatabase } from './database.server.ts'
import { restorePostgres } from './restore.server.ts'
import { makeDataDir, silent } from './testing/embedded-database.server.ts'
import { createTestDatabase, type TestDatabase } from './testing/test-database.server.ts'

const postgresUrl = inject('postgresUrl')
const cannotRun = postgresUrl === null || !findPostgresProgram('pg_dump')

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

describe.skipIf(cannotRun)('a backup of a PostgreSQL database', () => {
  let folder: string
  let file: string
  let source: TestDatabase
  let db: Database
  const made: TestDatabase[] = []
  beforeAll(async () => {
    folder = await makeDataDir('dumps')
    file = join(folder, 'marquee.dump')
    source = await createTestDatabase(postgresUrl ?? '', 'dump')
    db = await openDatabase({ url: source.url, dataDir: 'unused', log: silent })
    await db.pool.query(`create extension pg_trgm; create schema jobs; create table jobs.queue (id int);
      create table people (id int primary key, name text);
      create index on people using gin (name gin_trgm_ops);
      insert into people select i, md5(i::text) from generate_series(1, 5000) i`)
    await db.backup(file)
  })
  afterAll(async () => {
    await db.close()
    for (const database of [source, ...made]) await database.drop()
    await rm(folder, { recursive: true, force: true })
  })

  async function another(name: string): Promise<TestDatabase> {
    const database = await createTestDatabase(postgresUrl ?? '', name)
    made.push(database)
    return database
  }

  it('is one file for its owner alone, and is never written over', async () => {
    expect(statSync(file).mode & 0o777).toBe(0o600)
    await expect(db.backup(file)).rejects.toThrow('exists already')
    expect(readdirSync(folder)).toEqual(['marquee.dump'])
  })

  it('fills an empty database', async () => {
    const target = await another('empty')
    expect(await restorePostgres({ url: target.url, file, replace: false })).toEqual({ tables: 2, aside: null })
    expect(
      await query(target.url, 'select count(*)::int as n, bool_and(name = md5(id::text)) as ok from people'),
    ).toEqual([{ n: 5000, ok: true }])
  })

  it('replaces a database only on request and if no one is connected, and keeps the old one', async () => {
    const target = await another('present')
    await query(target.url, "create table mine (body text); insert into mine values ('keep me')")
    await expect(restorePostgres({ url: target.url, file, replace: false })).rejects.toThrow('has 1 tables already')

    const other = await openDatabase({ url: target.url, dataDir: 'unused', log: silent })
    await expect(restorePostgres({ url: target.url, file, replace: true })).rejects.toThrow('Stop every server')
    await other.close()

    const { tables, aside } = await restorePostgres({ url: target.url, file, replace: true })
    expect(tables).toBe(2)
    expect(await query(target.url, 'select count(*)::int as n from people')).toEqual([{ n: 5000 }])
    const kept = new URL(target.url)
    kept.pathname = `/${/"(.+)"/.exec(aside ?? '')?.[1] ?? ''}`
    expect(await query(kept.href, 'select body from mine')).toEqual([{ body: 'keep me' }])
    await query(postgresUrl ?? '', `drop database "${kept.pathname.slice(1)}"`)
  })

  it('that is damaged changes nothing', async () => {
    const target = await another('damaged')
    const bad = join(folder, 'bad.dump')
    writeFileSync(bad, readFileSync(file).subarray(0, 3000))
    await expect(restorePostgres({ url: target.url, file: bad, replace: false })).rejects.toThrow(BackupRefused)
    writeFileSync(bad, 'not a backup')
    await expect(restorePostgres({ url: target.url, file: bad, replace: false })).rejects.toThrow(
      'not a backup that Marquee made',
    )
    await query(target.url, 'create table mine (body text)')
    writeFileSync(bad, readFileSync(file).subarray(0, 3000))
    await expect(restorePostgres({ url: target.url, file: bad, replace: true })).rejects.toThrow(BackupRefused)
    expect(await query(target.url, 'select count(*)::int as n from mine')).toEqual([{ n: 0 }])
    expect(
      await query(target.url, "select count(*)::int as n from pg_database where datname like '%restoring%'"),
    ).toEqual([{ n: 0 }])
    await rm(bad)
  })
})
