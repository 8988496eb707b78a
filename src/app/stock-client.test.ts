import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { coupons } from '../features/coupons/coupons.ts'
import type { RecordOf } from '../core/resource/resource.ts'
import type { TestServer } from './testing/start.server.ts'
import { startTestServer } from './testing/start.server.ts'
import { stockClient } from './testing/stock-client.server.ts'

type Coupon = RecordOf<typeof coupons>

let server: TestServer
let provider: ReturnType<typeof stockClient>['provider']
let fetchJson: ReturnType<typeof stockClient>['fetchJson']
let ownerId: number
let token: string

beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'stock_client' })
  ;({ token } = await server.signIn('admin'))
  ;({ provider, fetchJson } = stockClient(server.url, token))
  const {
    data: [owner],
  } = await provider.getList('staff', {
    pagination: { page: 1, perPage: 1 },
    sort: { field: 'name', order: 'ASC' },
    filter: {},
  })
  ownerId = Number(owner?.['id'])
}, 120_000)
afterAll(() => server.stop())

const draftOf = (code: string, more: object = {}) => ({
  code,
  name: `Coupon ${code}`,
  kind: 'percent',
  percent: 1_000,
  ...more,
})
const create = async (code: string, more?: object) =>
  (await provider.create<Coupon>('coupons', { data: draftOf(code, more) })).data
const byCode = { field: 'code', order: 'ASC' } as const
const firstPage = { page: 1, perPage: 100 }

describe('a stock ra-data-simple-rest provider whose client adds only the token', () => {
  it('creates, and reads one', async () => {
    const made = await create('MAKE-1')
    expect(made).toMatchObject({ code: 'MAKE-1', status: 'draft', version: 1 })
    expect((await provider.getOne<Coupon>('coupons', { id: made.id })).data).toEqual(made)
  })

  it('lists filtered, sorted and page by page, and knows the total', async () => {
    for (let n = 1; n <= 7; n++) await create(`LIST-${n}`, { campaign: 'Listed', percent: n * 100 })
    const list = (page: number) =>
      provider.getList<Coupon>('coupons', {
        pagination: { page, perPage: 3 },
        sort: { field: 'percent', order: 'DESC' },
        filter: { campaign: 'Listed' },
      })
    const pages = await Promise.all([list(1), list(2), list(3), list(4)])
    expect(pages.map(({ total }) => total)).toEqual([7, 7, 7, 7])
    expect(pages.map(({ data }) => data.map(({ percent }) => percent))).toEqual([
      [700, 600, 500],
      [400, 300, 200],
      [100],
      [],
    ])
  })

  it('searches with the filter q that its search box sends', async () => {
    await create('NEEDLE-9')
    const { data } = await provider.getList<Coupon>('coupons', {
      pagination: firstPage,
      sort: byCode,
      filter: { q: 'needle' },
    })
    expect(data.map(({ code }) => code)).toEqual(['NEEDLE-9'])
  })

  it('reads many by their ids, more than fit on a page too', async () => {
    const { body } = await (
      await server.signIn('admin')
    ).post('/rest/data/coupons/generate', { count: 120, prefix: 'MANY-', template: { name: 'Many', percent: 500 } })
    const batchId = (body as { id: number }).id
    const list = await provider.getList<Coupon>('coupons', {
      pagination: { page: 1, perPage: 500 },
      sort: byCode,
      filter: { batchId },
    })
    const ids = list.data.map(({ id }) => id)
    expect(ids).toHaveLength(120)
    const { data } = await provider.getMany<Coupon>('coupons', { ids })
    expect(data.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(ids.toSorted((a, b) => a - b))
  })

  it('reads many whose ids it has from addresses, and a thousand on a page', async () => {
    const [one, two] = [await create('TEXT-1'), await create('TEXT-2')]
    const { data } = await provider.getMany<Coupon>('coupons', { ids: [one.id, two.id].map(String) })
    expect(data.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual([one.id, two.id])
    const owned = await provider.getManyReference<Coupon>('coupons', {
      target: 'ownerId',
      id: String(one.ownerId),
      pagination: { page: 1, perPage: 1_000 },
      sort: byCode,
      filter: { id: [String(one.id)] },
    })
    expect(owned.data.map(({ id }) => id)).toEqual([one.id])
  })

  it.each([
    ['rbac/users', 'email', 'last_name'],
    ['rbac/roles', 'name', 'name'],
    ['currencies', 'code', 'name'],
    ['../../user/locales', 'code', 'nativeName'],
  ])(
    'lists %s page by page, sorted and filtered, though it is short enough to come whole',
    async (resource, key, by) => {
      const list = async (page: number, perPage: number, order: 'ASC' | 'DESC', filter = {}) =>
        await provider.getList(resource, { pagination: { page, perPage }, sort: { field: by, order }, filter })
      const { data: all, total } = await list(1, 1_000, 'ASC')
      expect([all.length, total]).toEqual([total, all.length])
      const keyOf = (row: Record<string, unknown>) => row[key]
      expect((await list(1, 2, 'ASC')).data.map(keyOf)).toEqual(all.slice(0, 2).map(keyOf))
      expect(await list(2, 2, 'ASC')).toMatchObject({ data: all.slice(2, 4), total })
      expect((await list(1, 1_000, 'DESC')).data.map((row) => row[by] as unknown)).toEqual(
        all.map((row) => row[by] as unknown).toReversed(),
      )
      const wanted = [all[0], all[1]].map((row) => String(row?.[key]))
      const found = await list(1, 10, 'ASC', { [key]: wanted })
      expect([found.data.map(keyOf), found.total]).toEqual([wanted, 2])
      expect((await list(1, 10, 'ASC', { q: wanted[0] })).data.map(keyOf)).toContain(wanted[0])
      for (const filter of [{ nobodyKnows: 1 }, { [key]: { gt: 1 } }])
        await expect(list(1, 10, 'ASC', filter)).rejects.toMatchObject({ status: 422 })
    },
  )

  it.each(['rbac/users', 'rbac/roles', 'currencies', '../../user/locales'])(
    'hears of %s what it does not take',
    async (resource) => {
      for (const query of ['page=1', 'sort=name', 'sort=["nobodyKnows","ASC"]', 'range=[5,1]', 'filter=[]'])
        await expect(
          fetchJson(new URL(`/rest/data/${resource}?${query}`, server.url).href, {
            headers: new Headers({ 'X-Token': token }),
          }),
          query,
        ).rejects.toMatchObject({ status: 422 })
    },
  )

  it('reads those that refer to another record', async () => {
    const made = await create('OWNED-1', { ownerId, campaign: 'Owned' })
    const { data, total } = await provider.getManyReference<Coupon>('coupons', {
      target: 'ownerId',
      id: ownerId,
      pagination: firstPage,
      sort: { field: 'id', order: 'DESC' },
      filter: { campaign: 'Owned' },
    })
    expect([total, data.map(({ id }) => id)]).toEqual([1, [made.id]])
  })

  it('updates with the whole record, as its forms do, and many at once with a part of it', async () => {
    const [one, two] = [await create('EDIT-1'), await create('EDIT-2')]
    const { data } = await provider.update<Coupon>('coupons', {
      id: one.id,
      data: { ...one, name: 'Edited' },
      previousData: one,
    })
    expect(data).toEqual({ ...one, name: 'Edited', version: 2, updatedAt: data.updatedAt })
    const many = await provider.updateMany<Coupon>('coupons', { ids: [one.id, two.id], data: { campaign: 'Together' } })
    expect(many.data).toEqual([one.id, two.id])
    expect(
      (await provider.getMany<Coupon>('coupons', { ids: [one.id, two.id] })).data.map(({ campaign }) => campaign),
    ).toEqual(['Together', 'Together'])
  })

  it('saves a record that was used in the meantime, and not one that someone else has changed', async () => {
    const read = await create('USED-1')
    await sql`update coupons set times_used = 3 where id = ${read.id}`.execute(server.database.kysely)
    const save = (name: string) =>
      provider.update<Coupon>('coupons', { id: read.id, data: { ...read, name }, previousData: read })
    expect((await save('Edited')).data).toMatchObject({ name: 'Edited', timesUsed: 3, version: 2 })
    await expect(save('Edited once more')).rejects.toMatchObject({
      status: 412,
      body: { error: 'StaleVersion', current: { name: 'Edited', version: 2 } },
    })
  })

  it('deletes one, which it gets back, and many', async () => {
    const [one, two, three] = [await create('GONE-1'), await create('GONE-2'), await create('GONE-3')]
    expect((await provider.delete<Coupon>('coupons', { id: one.id, previousData: one })).data).toEqual(one)
    expect((await provider.deleteMany<Coupon>('coupons', { ids: [two.id, three.id] })).data).toEqual([two.id, three.id])
    expect((await provider.getMany('coupons', { ids: [one.id, two.id, three.id] })).data).toEqual([])
  })

  it('hears in its own error what was wrong, and where', async () => {
    await create('TWICE-1')
    await expect(create('TWICE-1')).rejects.toMatchObject({
      status: 409,
      message: 'Code is in use by another coupon.',
      body: { fields: { code: expect.any(String) as unknown } },
    })
    await expect(create('no good')).rejects.toMatchObject({
      status: 422,
      body: { fields: { code: expect.any(String) as unknown } },
    })
    await expect(provider.getOne('coupons', { id: 999_999_999 })).rejects.toMatchObject({ status: 404 })
  })
})
