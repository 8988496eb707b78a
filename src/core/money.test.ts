import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type Database, openDatabase } from '../db/database.server.ts'
import { type EmbeddedDatabase, openEmbeddedForTest, silent } from '../db/testing/embedded-database.server.ts'
import { shareSql } from './money.server.ts'
import { basisPointsOf, decimalText, shareOf } from './money.ts'

const amounts = fc.oneof(fc.maxSafeInteger(), fc.integer({ min: -200_000, max: 200_000 }))
const points = fc.integer({ min: -10_000, max: 10_000 })

describe('a share of an amount', () => {
  it.each([
    [50, 100, 1],
    [-50, 100, -1],
    [50, -100, -1],
    [-5, 5_000, -3],
    [5, 5_000, 3],
    [49, 100, 0],
    [-49, 100, 0],
    [1_999, 1_250, 250],
    [1_000, 11_250, 1_125],
  ])('of %d by %d basis points is %d: a half goes away from zero', (amount, basisPoints, share) => {
    expect(shareOf(amount, basisPoints)).toBe(share)
  })

  it('is the nearest minor unit, however large the amount', () => {
    fc.assert(
      fc.property(amounts, points, (amount, basisPoints) => {
        const twice = 2n * (BigInt(shareOf(amount, basisPoints)) * 10_000n - BigInt(amount) * BigInt(basisPoints))
        expect(twice >= -10_000n && twice <= 10_000n).toBe(true)
      }),
    )
  })

  it('of what is given back is that of what was paid', () => {
    fc.assert(
      fc.property(amounts, points, (amount, basisPoints) => {
        expect(shareOf(-amount, basisPoints) + shareOf(amount, basisPoints)).toBe(0)
      }),
    )
  })

  it.each([
    [0.5, 100],
    [100, 12.5],
    [Number.NaN, 1],
    [1, Number.POSITIVE_INFINITY],
    [2 ** 53, 10_000],
    [Number.MAX_SAFE_INTEGER, 10_001],
  ])('is refused for %d by %d basis points, which nothing could count exactly', (amount, basisPoints) => {
    expect(() => shareOf(amount, basisPoints)).toThrow(RangeError)
  })
})

describe('basis points of a total', () => {
  it.each([
    [1, 3, 3_333],
    [1, 80_000, 0],
    [1, 16_000, 1],
    [-1, 16_000, -1],
    [1, -16_000, -1],
    [-3, -3, 10_000],
    [0, -5, 0],
  ])('of %d in %d are %d', (part, total, share) => {
    expect(basisPointsOf(part, total)).toBe(share)
  })

  it('are what makes the part of the total again, where the total is that fine', () => {
    fc.assert(
      fc.property(points, fc.integer({ min: 10_000, max: 1e12 }), (basisPoints, total) => {
        expect(basisPointsOf(shareOf(total, basisPoints), total)).toBe(basisPoints)
      }),
    )
  })

  it('are refused where there is no total, and for parts of a minor unit', () => {
    expect(() => basisPointsOf(0, 0)).toThrow(RangeError)
    expect(() => basisPointsOf(0.5, 2)).toThrow(RangeError)
  })
})

const postgresUrl = inject('postgresUrl')

describe.each(['embedded', 'postgres'] as const)('the %s database', (engine) => {
  let database: Database
  let embedded: EmbeddedDatabase | undefined
  beforeAll(async () => {
    if (engine === 'embedded') embedded = await openEmbeddedForTest()
    if (embedded) database = embedded.db
    else if (postgresUrl) database = await openDatabase({ url: postgresUrl, dataDir: 'unused', log: silent })
  })
  afterAll(async () => {
    await (embedded?.drop() ?? database?.close())
  })

  it.skipIf(engine === 'postgres' && postgresUrl === null)('rounds shares as the program does', async () => {
    // Many in one call: a call for each would take longer than all the rest.
    const cases = fc.sample(fc.tuple(amounts, points), 5_000)
    const halves = fc.sample(fc.integer({ min: -1e6, max: 1e6 }), 500).map((n) => [n * 2 + 1, 5_000] as const)
    const asked = [...cases, ...halves]
    const { rows } = await sql<{ share: number }>`
      select ${shareSql(sql`a.amount`, sql`a.points`)} as share
      from unnest(${asked.map(([amount]) => amount)}::bigint[], ${asked.map(([, basisPoints]) => basisPoints)}::int[])
        with ordinality as a (amount, points, place) order by place`.execute(database.kysely)
    const differing = asked.filter(
      ([amount, basisPoints], place) => !Object.is(rows[place]?.share, shareOf(amount, basisPoints)),
    )
    expect(differing).toEqual([])
  })
})

describe('an amount as a decimal number', () => {
  it.each([
    [0, 2, '0.00'],
    [5, 2, '0.05'],
    [-1205, 2, '-12.05'],
    [1205, 0, '1205'],
    [-1, 3, '-0.001'],
    [9_007_199_254_740_991, 2, '90071992547409.91'],
  ] as const)('of %i minor units with %i digits is exactly %s', (amount, digits, words) => {
    expect(decimalText(amount, digits)).toBe(words)
  })
})
