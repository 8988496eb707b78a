import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { refKey } from '../resource/fields.ts'
import { maskedKeys } from '../resource/personal.ts'
import { filterKeys, sortKeys } from '../list/list-keys.ts'
import { type AnyResource, allFields, fieldOf, tableOf } from '../resource/resource.ts'
import { filterCases, isFound, searchesFor, sorted } from './expected-lists.ts'
import { listRefusals } from './list-refusals.server.ts'
import { sampleOf } from './samples.ts'
import {
  type Caller,
  type Reply,
  type Row,
  type TestContext,
  findings,
  inShort,
  names,
  pathTo,
} from './test-context.server.ts'
import { ranks, sealed, unmasked } from './stored-lists.server.ts'

const made = 13
const whole = { sort: ['id', 'ASC'], range: [0, 499] }

/** One person’s searches take turns: two run, and four wait for a while. A filter by a part of a text is one. */
const searchesAtOnce = 1
const filtersAtOnce = 4

const rowsOf = (reply: Reply) => reply.body as Row[]
const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => id)

/** The keys that every record of a resource has, and no others. */
export function recordKeys(resource: AnyResource): string[] {
  return allFields(resource)
    .flatMap(([key, field]) => ('to' in field ? [key, refKey(key)] : [key]))
    .sort()
}

/** The guarantees for callers that read a list, or a record of it. */
export function listContract(resource: AnyResource, testContext: () => TestContext): void {
  const path = pathTo(resource)
  let admin: Caller
  let all: Row[]

  beforeAll(async () => {
    admin = testContext().admin
    for (let count = 0; count < made; count++) await testContext().maker.make(resource)
    await sealed(testContext())
    const reply = await admin.get(path, whole)
    expect(reply.status, inShort(reply)).toBe(200)
    all = rowsOf(reply)
  })

  const list = (params: Readonly<Record<string, unknown>>) => admin.get(path, params)

  it('lists every record, each with exactly the keys of the definition', async () => {
    const { rows } = await sql<{ id: number }>`select id from ${sql.table(tableOf(resource))} order by id`.execute(
      testContext().db,
    )
    expect(idsOf(all)).toEqual(rows.map(({ id }) => id))
    expect(all.length).toBeGreaterThanOrEqual(made)
    for (const record of all) expect(Object.keys(record).sort()).toEqual(recordKeys(resource))
  })

  it('names every record that a record refers to', () => {
    for (const [key, field] of Object.entries(resource.fields)) {
      if (!('to' in field)) continue
      for (const row of all) {
        const [ids, objects] = [
          [row[key]].flat(),
          [row[refKey(key)]].flat() as ({ id: number; title: unknown } | null)[],
        ]
        expect(objects.map((object) => object?.id ?? null).sort()).toEqual(ids.toSorted())
        for (const object of objects)
          if (object) expect(object).toEqual({ id: object.id, title: expect.anything() as unknown })
      }
    }
  })

  if (resource.operations.includes('read'))
    describe('read alone', () => {
      it('a record is the same as in the list, and carries its version as ETag', async () => {
        expect(
          await findings(all, async (record) => {
            const reply = await admin.get(pathTo(resource, Number(record['id'])))
            const same = reply.status === 200 && JSON.stringify(reply.body) === JSON.stringify(record)
            return same && reply.headers.get('etag')?.startsWith(`"${String(record['version'])}-`)
              ? undefined
              : inShort(reply)
          }),
        ).toEqual([])
      })

      it('what is no id of a record is not found', async () => {
        const ids = [
          '0',
          '-1',
          '1.5',
          '1e9',
          'abc',
          '1;drop',
          '9223372036854775808',
          '999999999999',
          '1%20or%201=1',
          '..%2f1',
          '%00',
          '%E2%80%AE',
        ]
        expect(
          await findings(ids, async (id) => {
            const reply = await admin.get(`${path}/${id}`)
            return reply.status === 404 || (id === '%00' && reply.status === 422)
              ? undefined
              : `${id}: ${inShort(reply)}`
          }),
        ).toEqual([])
      })
    })

  it('filters by every field and every operator, and by nothing that it should not', async () => {
    const keys = [...filterKeys(resource)]
    const cases = keys.flatMap((key) => {
      const field = fieldOf(resource, key)
      if (!field) throw new Error(`${resource.name} has no ${key}`)
      return [
        ...filterCases(
          key,
          field,
          all,
          sampleOf(key, { ...field, required: true } as typeof field, 997, () => [999_999_999]),
          testContext().timeZone,
        ),
      ]
    })
    expect(cases.length).toBeGreaterThan(keys.length)
    expect(
      await findings(
        cases,
        async ({ filter, matches }) => {
          const reply = await list({ ...whole, filter, fields: ['id'] })
          const expected = idsOf(all.filter(matches))
          const same = reply.status === 200 && JSON.stringify(idsOf(rowsOf(reply))) === JSON.stringify(expected)
          return same
            ? undefined
            : `${JSON.stringify(filter)} should give ${JSON.stringify(expected)}: ${inShort(reply)}`
        },
        filtersAtOnce,
      ),
    ).toEqual([])
  })

  it('applies several filters at once, and instants written in other zones', async () => {
    const [one, two] = [...filterKeys(resource)].filter(
      (key) => !Array.isArray(all[0]?.[key]) && all[0]?.[key] !== null,
    )
    if (one === undefined || two === undefined) throw new Error('Every record has a head.')
    const filter = { [one]: all[0]?.[one], [two]: all[0]?.[two] }
    expect(idsOf(rowsOf(await list({ ...whole, filter })))).toEqual(
      idsOf(all.filter((row) => row[one] === filter[one] && row[two] === filter[two])),
    )
    const moment = String(all[0]?.['createdAt'])
    const elsewhere = new Date(Date.parse(moment) + 5.5 * 3_600_000).toISOString().replace('Z', '+05:30')
    expect(idsOf(rowsOf(await list({ ...whole, filter: { createdAt: elsewhere } })))).toEqual(
      idsOf(all.filter((row) => row['createdAt'] === moment)),
    )
  })

  it('fetches many by id, in whatever order they are asked for', async () => {
    const ids = idsOf(all).slice(2, 6).reverse()
    const reply = await list({ filter: { id: [...ids, 2_147_483_647] } })
    expect(idsOf(rowsOf(reply)).toSorted()).toEqual(ids.toSorted())
    expect(reply.headers.get('x-total-count')).toBe('4')
  })

  it('sorts by every column both ways, blanks last, and pages by cursor through exactly the same', async () => {
    const ranksOf = await ranks(testContext(), resource, all)
    const orders = [...sortKeys(resource)].flatMap(
      (key) =>
        [
          [key, false],
          [key, true],
        ] as const,
    )
    expect(
      await findings(orders, async ([key, descending]) => {
        const sort = [key, descending ? 'DESC' : 'ASC']
        const expected = JSON.stringify(idsOf(sorted(all, key, descending, ranksOf(key))))
        const atOnce = await list({ sort, range: [0, 499], fields: ['id'] })
        if (JSON.stringify(idsOf(rowsOf(atOnce))) !== expected)
          return `${sort.join(' ')} should be ${expected}: ${inShort(atOnce)}`
        const pages = await byCursor(sort, 5)
        return JSON.stringify(pages) === expected
          ? undefined
          : `${sort.join(' ')} in pages should be ${expected}: ${JSON.stringify(pages)}`
      }),
    ).toEqual([])
  })

  async function byCursor(sort: readonly string[], limit: number): Promise<unknown[]> {
    const ids: unknown[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const reply: Reply = await list({ sort, cursor, limit, fields: ['id'] })
      if (reply.status !== 200) return [...ids, inShort(reply)]
      ids.push(...idsOf(rowsOf(reply)))
      if (ids.length > all.length) return ids
      cursor = reply.headers.get('x-next-cursor')
    }
    return ids
  }

  it('is sorted as its definition says when nothing is asked for', async () => {
    const descending = resource.list.sort.startsWith('-')
    const reply = await list({ range: [0, 499] })
    const [key, ranksOf] = [resource.list.sort.replace('-', ''), await ranks(testContext(), resource, all)]
    expect(idsOf(rowsOf(reply))).toEqual(idsOf(sorted(all, key, descending, ranksOf(key))))
  })

  it('pages by range and says how many there are', async () => {
    const pages = [
      [0, 4],
      [5, 9],
      [10, 499],
    ]
    const ids = await Promise.all(
      pages.map(async (range) => {
        const reply = await list({ ...whole, range })
        const last = Math.min(range[1] ?? 0, all.length - 1)
        expect(reply.headers.get('content-range')).toBe(`${resource.name} ${range[0]}-${last}/${all.length}`)
        expect(reply.headers.get('x-total-count')).toBe(String(all.length))
        expect(reply.headers.get('x-total-count-kind')).toBe('exact')
        return idsOf(rowsOf(reply))
      }),
    )
    expect(ids.flat()).toEqual(idsOf(all))
    const beyond = await list({ ...whole, range: [9_000, 9_024] })
    expect([beyond.status, beyond.body, beyond.headers.get('content-range')]).toEqual([
      200,
      [],
      `${resource.name} */${all.length}`,
    ])
    const none = await list({ filter: { id: [] } })
    expect([none.body, none.headers.get('content-range')]).toEqual([[], `${resource.name} */0`])
  })

  it('finds what is searched for, and takes wildcards for the letters that they are', async () => {
    const { search } = resource.list
    const codes = search.filter((key) => resource.fields[key]?.unique)
    // A masked value is found by the whole of what it is, not by what is shown of it.
    const rows = await unmasked(testContext(), resource, all)
    const texts = rows.flatMap((row) => search.map((key) => row[key])).filter((value) => typeof value === 'string')
    const [first = 'nothing', last = first] = [texts[0], texts.at(-1)]
    const queries = searchesFor(first, last, Number(all[1]?.['id']))
    expect(
      await findings(
        queries,
        async (q) => {
          const expected = JSON.stringify(
            idsOf(rows.filter((row) => isFound(row, { search, masked: maskedKeys(resource), codes }, q))),
          )
          const replies = await Promise.all([list({ ...whole, q }), list({ ...whole, filter: { q } })])
          const wrong = replies.find((reply) => JSON.stringify(idsOf(rowsOf(reply))) !== expected)
          return wrong && `${q} should find ${expected}: ${inShort(wrong)}`
        },
        searchesAtOnce,
      ),
    ).toEqual([])
  })

  it('answers with the fields that are asked for, and always with the id', async () => {
    const every = allFields(resource)
    expect(
      await findings(every, async ([key, field]) => {
        const reply = await list({ ...whole, range: [0, 0], fields: [key] })
        const keys = Object.keys(rowsOf(reply)[0] ?? {})
          .sort()
          .join()
        const expected = [...new Set(['id', key, ...('to' in field ? [refKey(key)] : [])])].sort().join()
        return keys === expected ? undefined : `${key}: ${inShort(reply)}`
      }),
    ).toEqual([])
  })

  it('refuses what it does not understand, and names it', async () => {
    const cursor = (await list({ sort: ['id', 'ASC'], cursor: '', limit: 1 })).headers.get('x-next-cursor') ?? ''
    expect(
      await findings(
        listRefusals(resource, cursor),
        async ({ query, field }) => {
          const reply = await admin.get(`${path}?${query}`)
          const isRight =
            reply.status === 422 &&
            names(reply, field) &&
            /^[^{}]{12,}[.!]$/.test((reply.body as { message: string }).message)
          return isRight ? undefined : `${query} should be refused on ${field}: ${inShort(reply)}`
        },
        filtersAtOnce,
      ),
    ).toEqual([])
  })
}
