import simpleRestProvider from 'ra-data-simple-rest'
import { fetchUtils } from 'ra-core'
import type { DataProvider } from 'ra-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { coupons } from '../areas/coupons/coupons.ts'
import type { RecordOf } from '../kit/resource.ts'
import type { TestServer } from './testing/start.server.ts'
import { startTestServer } from './testing/start.server.ts'

type Coupon = RecordOf<typeof coupons>

let server: TestServer
let provider: DataProvider
let ownerId: number

beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'stock_client' })
  const { token } = await server.signIn('admin')
  provider = simpleRestProvider(`${server.url}/rest/data`, (url, options = {}) => {
    const headers = new Headers(options.headers)
    headers.set('X-Token', token)
    return fetchUtils.fetchJson(url, { ...options, headers })
  })
  const { data: [owner] } = await provider.getList('staff', { pagination: { page: 1, perPage: 1 }, sort: { field: 'name', order: 'ASC' }, filter: {} })
  ownerId = Number(owner?.id)
})
afterAll(() => server.stop())

const draftOf = (code: string, more: object = {}) => ({ code, name: `Coupon ${code}`, kind: 'percent', percent: 1_000, ...more })
const create = async (code: string, more?: object) => (await provider.create<Coupon>('coupons', { data: draftOf(code, more) })).data
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
    const list = (page: number) => provider.getList<Coupon>('coupons', {
      pagination: { page, perPage: 3 }, sort: { field: 'percent', order: 'DESC' }, filter: { campaign: 'Listed' },
    })
    const pages = await Promise.all([list(1), list(2), list(3), list(4)])
    expect(pages.map(({ total }) => total)).toEqual([7, 7, 7, 7])
    expect(pages.map(({ data }) => data.map(({ percent }) => percent))).toEqual([[700, 600, 500], [400, 300, 200], [100], []])
  })

  it('searches with the filter q that its search box sends', async () => {
    await create('NEEDLE-9')
    const { data } = await provider.getList<Coupon>('coupons', { pagination: firstPage, sort: byCode, filter: { q: 'needle' } })
    expect(data.map(({ code }) => code)).toEqual(['NEEDLE-9'])
  })

  it('reads many by their ids, more than fit on a page too', async () => {
    const { body } = await (await server.signIn('admin')).post('/rest/data/coupons/generate', { count: 120, prefix: 'MANY-', template: { name: 'Many', percent: 500 } })
    const batchId = (body as { id: number }).id
    const list = await provider.getList<Coupon>('coupons', { pagination: { page: 1, perPage: 500 }, sort: byCode, filter: { batchId } })
    const ids = list.data.map(({ id }) => id)
    expect(ids).toHaveLength(120)
    const { data } = await provider.getMany<Coupon>('coupons', { ids })
    expect(data.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(ids.toSorted((a, b) => a - b))
  })

  it('reads those that refer to another record', async () => {
    const made = await create('OWNED-1', { ownerId, campaign: 'Owned' })
    const { data, total } = await provider.getManyReference<Coupon>('coupons', {
      target: 'ownerId', id: ownerId, pagination: firstPage, sort: { field: 'id', order: 'DESC' }, filter: { campaign: 'Owned' },
    })
    expect([total, data.map(({ id }) => id)]).toEqual([1, [made.id]])
  })

  it('updates with the whole record, as its forms do, and many at once with a part of it', async () => {
    const [one, two] = [await create('EDIT-1'), await create('EDIT-2')]
    const { data } = await provider.update<Coupon>('coupons', { id: one.id, data: { ...one, name: 'Edited' }, previousData: one })
    expect(data).toEqual({ ...one, name: 'Edited', version: 2, updatedAt: data.updatedAt })
    const many = await provider.updateMany<Coupon>('coupons', { ids: [one.id, two.id], data: { campaign: 'Together' } })
    expect(many.data).toEqual([one.id, two.id])
    expect((await provider.getMany<Coupon>('coupons', { ids: [one.id, two.id] })).data.map(({ campaign }) => campaign)).toEqual(['Together', 'Together'])
  })

  it('deletes one, which it gets back, and many', async () => {
    const [one, two, three] = [await create('GONE-1'), await create('GONE-2'), await create('GONE-3')]
    expect((await provider.delete<Coupon>('coupons', { id: one.id, previousData: one })).data).toEqual(one)
    expect((await provider.deleteMany<Coupon>('coupons', { ids: [two.id, three.id] })).data).toEqual([two.id, three.id])
    expect((await provider.getMany('coupons', { ids: [one.id, two.id, three.id] })).data).toEqual([])
  })

  it('hears in its own error what was wrong, and where', async () => {
    await create('TWICE-1')
    await expect(create('TWICE-1')).rejects.toMatchObject({ status: 409, message: 'Code is in use by another coupon.', body: { fields: { code: expect.any(String) as unknown } } })
    await expect(create('no good')).rejects.toMatchObject({ status: 422, body: { fields: { code: expect.any(String) as unknown } } })
    await expect(provider.getOne('coupons', { id: 999_999_999 })).rejects.toMatchObject({ status: 404 })
  })
})
