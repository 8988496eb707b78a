import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fastify } from 'fastify'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { openDatabase } from '../../db/database.server.ts'
import type { Database } from '../../db/database.server.ts'
import { Refusal } from './errors.ts'
import { answerFailure } from './failures.server.ts'
import { createLog } from '../http/log.server.ts'
import { createTestDatabase } from '../../db/testing/test-database.server.ts'

let db: Database
let cleanUp: () => Promise<void>

beforeAll(async () => {
  const url = inject('postgresUrl')
  const dataDir = await mkdtemp(join(tmpdir(), 'marquee-failures-'))
  const own = url === null ? null : await createTestDatabase(url, 'failures')
  db = await openDatabase({ url: own?.url, dataDir, log: createLog({ level: 'silent' }) })
  cleanUp = async () => {
    await db.close()
    await own?.drop()
    await rm(dataDir, { recursive: true, force: true })
  }
  await db.pool.query(`
    create table cities (id bigint primary key, name varchar(5) not null unique, people integer check (people >= 0), founded_on date, notes jsonb);
    create table venues (id bigint primary key, city_id bigint references cities (id));
    create unique index cities_lower on cities (lower(name));
    insert into cities values (1, 'Oslo', 700000); insert into venues values (1, 1)`)
})

afterAll(() => cleanUp())

async function failing(text: string, values: unknown[] = []): Promise<unknown> {
  try {
    await db.pool.query(text, values)
  } catch (failure) {
    return failure
  }
  throw new Error(`${text} did not fail.`)
}

interface Answer {
  readonly status: number
  readonly message: string
  readonly fields: Readonly<Record<string, string>>
  readonly retryAfter: number
}

/** What a caller gets where a handler throws. */
async function answerTo(failure: unknown): Promise<Answer> {
  const server = fastify()
  server.setErrorHandler(answerFailure)
  server.get('/', () => {
    throw failure
  })
  const reply = await server.inject('/')
  await server.close()
  return {
    fields: {},
    ...reply.json<object>(),
    status: reply.statusCode,
    retryAfter: Number(reply.headers['retry-after']),
  } as Answer
}

describe('what the database refuses is answered in words', () => {
  it.each([
    ['a NUL character', 'select $1::text', ['a\0b'], 422, {}],
    ['a NUL character within JSON', 'select $1::jsonb', ['"\\u0000"'], 422, {}],
    ['a number out of range', 'select $1::integer', ['99999999999'], 422, {}],
    ['a sum out of range', 'select 2147483647 + $1::integer', [1], 422, {}],
    ['letters for a number', 'select $1::integer', ['abc'], 422, {}],
    ['no date', 'select $1::date', ['2026-02-30'], 422, {}],
    ['a text too long', 'insert into cities (id, name) values (2, $1)', ['Reykjavik'], 422, {}],
    ['a missing value', 'insert into cities (id) values (2)', [], 422, { name: 'This field is required.' }],
    ['a rule', "insert into cities values (2, 'Bonn', -1)", [], 422, {}],
    ['a value that is taken', "insert into cities values (2, 'Oslo', 1)", [], 409, { name: 'This value is taken.' }],
    [
      'a value that is taken but for its case',
      "insert into cities values (2, 'OSLO', 1)",
      [],
      409,
      { name: 'This value is taken.' },
    ],
    ['a record that does not exist', 'insert into venues values (2, 9)', [], 422, { cityId: 'Record not found.' }],
    ['a record that others need', 'delete from cities', [], 409, {}],
  ])('%s', async (_name, text, values, status, fields) => {
    const answer = await answerTo(await failing(text, values))
    expect([answer.status, answer.fields]).toEqual([status, fields])
    expect(answer.message).not.toMatch(/Oslo|cities|column|constraint|sql/i)
  })

  it('and a mistake of our own is none of the caller’s business', async () => {
    for (const failure of [await failing('select nothing from nowhere'), new Error('anything'), 'text']) {
      const { status, message } = await answerTo(failure)
      expect([status, message]).toEqual([500, expect.stringContaining('Something went wrong on our side.')])
      expect(message).not.toMatch(/nowhere|anything|text/)
    }
  })

  it.skipIf(inject('postgresUrl') === null)('and a lost race or a broken connection can be tried again', async () => {
    for (const code of ['40001', '40P01', '57P01', '53300', '08006']) {
      const failure = await failing(`do $$ begin raise exception 'x' using errcode = '${code}'; end $$`)
      const { status, retryAfter } = await answerTo(failure)
      expect([code, status]).toEqual([code, 503])
      expect(retryAfter).toBeGreaterThan(0)
    }
    const isFull = await failing("do $$ begin raise exception 'x' using errcode = '53100'; end $$")
    expect((await answerTo(isFull)).status).toBe(507)
  })
})

it('a refusal that names no fields has none on the wire', () => {
  expect(new Refusal(409, 'Sold out', { fields: {} }).toBody('r-1')).not.toHaveProperty('fields')
  expect(new Refusal(409, 'Sold out', { fields: { date: 'Full' } }).toBody('r-1').fields).toEqual({ date: 'Full' })
})
