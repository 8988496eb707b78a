import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { TagHygiene, UnmappedTag } from './tag.endpoints.ts'
import { admin, path, records, serveTags, server, tag, tagged } from './testing/tag-records.server.ts'

serveTags()

interface UnmappedTags {
  unmapped: UnmappedTag[]
  total: number
}
/** The provider of the name, made where the demo has not been loaded. */
async function supplier(code: string): Promise<number> {
  const {
    rows: [found],
  } = await sql<{ id: number }>`select id from providers where code = ${code}`.execute(server.database.kysely)
  return found?.id ?? (await records.make('providers', { code }))
}

describe('a tag of a supplier', () => {
  const unmapped = async (code: string) =>
    ((await admin.get(`${path}/unmapped`)).body as UnmappedTags).unmapped.find((one) => one.code === code)
  const product = (providerId: number, supplierTags: readonly string[], values: object = {}) =>
    records.make('products', {
      providerId,
      supplierTags,
      tagIds: [],
      status: 'live',
      suspendedBecause: null,
      ...values,
    })
  const tagsOf = async (id: number) =>
    ((await admin.get(`/rest/data/products/${id}`)).body as { tagIds: number[] }).tagIds

  it('is named with how many products carry it until a tag maps it, and then gives them the tag', async () => {
    const viator = await supplier('viator')
    const tiqets = await supplier('tiqets')
    const [one, two, other] = [
      await product(viator, ['77001', '77002']),
      await product(viator, ['77001']),
      await product(tiqets, ['77001']),
    ]
    await product(viator, ['77001'], { status: 'retired' })
    expect(await unmapped('77002')).toEqual({ supplier: 'viator', providerId: viator, code: '77002', products: 1 })
    expect(
      ((await admin.get(`${path}/unmapped`)).body as UnmappedTags).unmapped
        .filter(({ code }) => code === '77001')
        .map(({ supplier: of, products }) => [of, products]),
    ).toEqual([
      ['viator', 2],
      ['tiqets', 1],
    ])
    const made = await tag({
      name: 'On the water',
      kind: 'tour',
      supplierTags: [{ supplier: 'viator', code: '77001' }],
    })
    expect(await unmapped('77001')).toMatchObject({ supplier: 'tiqets', products: 1 })
    expect([await tagsOf(one), await tagsOf(two), await tagsOf(other)]).toEqual([[made.id], [made.id], []])
    const { rows: traces } =
      await sql`select record_id, before, after from audit_log where object = 'products' and action = 'update' and record_id in (${String(one)}, ${String(two)}, ${String(other)}) order by record_id::bigint`.execute(
        server.database.kysely,
      )
    expect(traces).toEqual(
      [one, two].map((id) => ({ record_id: String(id), before: { tagIds: [] }, after: { tagIds: [made.id] } })),
    )
    // Mapped later to an existing tag, as the dialog does; products that already have it do not get it twice.
    expect(
      (
        await admin.patch(`${path}/${made.id}`, {
          supplierTags: [
            { supplier: 'viator', code: '77001' },
            { supplier: 'viator', code: '77002' },
            { supplier: 'tiqets', code: '77001' },
          ],
        })
      ).status,
    ).toBe(200)
    expect([await tagsOf(one), await tagsOf(two), await tagsOf(other)]).toEqual([[made.id], [made.id], [made.id]])
    expect(await unmapped('77001')).toBeUndefined()
    expect(await admin.get('/rest/data/products', { filter: { supplierTags: '77002' } })).toMatchObject({
      body: [{ id: one }],
    })
    // Products that arrive with it have the tag from the start; what a supplier says is never written by staff.
    expect(await tagsOf(await product(tiqets, ['77001']))).toEqual([made.id])
    const refused = await admin.patch(`/rest/data/products/${one}`, { supplierTags: [] })
    expect([refused.status, Object.keys((refused.body as { fields: object }).fields)]).toEqual([422, ['supplierTags']])
    expect((await (await server.signIn('finance')).get(`${path}/unmapped`)).status).toBe(403)
  })

  it('of events gives no product a tag', async () => {
    const viator = await supplier('viator')
    const one = await product(viator, ['77100'])
    await tag({ name: 'Of events, mapped', kind: 'event', supplierTags: [{ supplier: 'viator', code: '77100' }] })
    expect(await tagsOf(one)).toEqual([])
    expect(await tagsOf(await product(viator, ['77100']))).toEqual([])
  })
})

describe('the hygiene of tags', () => {
  it('finds those that nothing has, and those that are called nearly the same, the one that is used more to be kept', async () => {
    const [kept, other, meant] = [
      await tag({ name: 'Stand-up comedy' }),
      await tag({ name: 'Standup comedy' }),
      await tag({ name: 'Laughter', synonyms: ['STAND-UP COMEDY'] }),
    ]
    const alone = await tag({ name: 'Zeppelin', kind: 'tour' })
    await tagged([kept.id])
    const { unused, unusedCount, pairs, cities } = (await admin.get(`${path}/hygiene`)).body as TagHygiene
    expect(unused.map(({ id }) => id)).toEqual(expect.arrayContaining([other.id, meant.id, alone.id]))
    expect([unused.some(({ id }) => id === kept.id), unusedCount >= unused.length]).toEqual([false, true])
    expect(pairs.filter(({ keep }) => keep.id === kept.id)).toMatchObject([
      { other: { id: meant.id }, isSynonym: true, keep: { usageCount: 1 } },
      { other: { id: other.id }, isSynonym: false },
    ])
    expect(pairs.some(({ keep, other: second }) => [keep.id, second.id].includes(alone.id))).toBe(false)
    expect(cities.length).toBeGreaterThan(0)
    expect((await (await server.signIn('finance')).get(`${path}/hygiene`)).status).toBe(403)
  })

  it('is put right by regrouping many at once', async () => {
    const made = [await tag({ name: 'Regroup one' }), await tag({ name: 'Regroup two' })]
    const ids = made.map(({ id }) => id)
    expect(
      (await admin.post(`${path}/bulk-edits`, { ids, change: { groupName: { set: 'Mood' } } })).body,
    ).toMatchObject({ changed: 2 })
    expect((await admin.get(path, { filter: { id: ids } })).body).toMatchObject([
      { groupName: 'Mood' },
      { groupName: 'Mood' },
    ])
    expect(((await admin.get(`${path}/groups`)).body as { groups: string[] }).groups).toContain('Mood')
  })
})
