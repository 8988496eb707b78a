import { describe, expect, it } from 'vitest'
import type { DriftResults } from './drift.endpoints.ts'
import { ruleFor } from './drift-rules.ts'
import {
  admin,
  change,
  history,
  overridesOf,
  product,
  read,
  records,
  says,
  serveProducts,
  server,
} from './testing/supplied-products.server.ts'

serveProducts()

describe('a change of the supplier', () => {
  it('waits to be accepted or kept, one by one and in bulk', async () => {
    const [one, two] = [await product({ title: 'One' }), await product({ title: 'Two' })]
    await says(one, { title: 'One, renamed', netFrom: 1_200 })
    await says(two, { title: 'Two, renamed' })
    expect([(await read(one))['driftCount'], (await read(one))['title']]).toEqual([2, 'One'])
    const list = async (filter: object) =>
      (await admin.get(`/rest/data/product-drifts?filter=${JSON.stringify({ productId: [one, two], ...filter })}`))
        .body as { id: number; field: string; theirs: string; change: number | null }[]
    const open = await list({ state: 'open' })
    expect(open.find(({ field }) => field === 'netFrom')).toMatchObject({ theirs: '1200', change: 2_000 })
    const price = open.filter(({ field }) => field === 'netFrom').map(({ id }) => id)
    const titles = open.filter(({ field }) => field === 'title').map(({ id }) => id)
    expect((await admin.post('/rest/data/product-drifts/accept', { ids: price })).body).toEqual({
      results: [{ id: price[0], ok: true, state: 'accepted' }],
    })
    expect(await read(one)).toMatchObject({ netFrom: 1_200, retailFrom: 1_800, title: 'One', driftCount: 1 })
    const kept = (await admin.post('/rest/data/product-drifts/keep', { ids: titles })).body as DriftResults
    expect(kept.results.map(({ ok }) => ok)).toEqual([true, true])
    expect(await read(two)).toMatchObject({ title: 'Two', overrides: ['title'], driftCount: 0 })
    expect((await overridesOf(two)).fields).toEqual([
      { field: 'title', value: 'Two, renamed', valueThen: 'Two, renamed' },
    ])
    expect(await history(one)).toEqual(['keep-drift', 'accept-drift'])
    const again = (await admin.post('/rest/data/product-drifts/accept', { ids: titles })).body as DriftResults
    expect(again.results.map(({ ok, message }) => [ok, message])).toEqual(titles.map(() => [false, 'Already decided.']))
  })

  it('is listed and found by what its product is called today', async () => {
    const [mark, renamed, taken] = [crypto.randomUUID(), 'Evening walk', 'Their evening walk']
    const id = await product({ title: `Morning walk ${mark}` })
    await says(id, { title: `${taken} ${mark}`, netFrom: 1_200 })
    const titles = async () => {
      const { body } = await admin.get('/rest/data/product-drifts', {
        filter: { productId: id },
        q: mark,
        sort: ['id', 'ASC'],
      })
      return (body as { id: number; title: string }[]).map(({ title }) => title)
    }
    await change(id, { title: `${renamed} ${mark}`, overrides: ['title'] })
    expect(await titles()).toEqual([`${renamed} ${mark}`, `${renamed} ${mark}`])
    const drift = (await overridesOf(id)).drifts.find(({ field }) => field === 'title')
    await admin.post('/rest/data/product-drifts/accept', { ids: [drift?.id] })
    expect(await titles()).toEqual([`${taken} ${mark}`, `${taken} ${mark}`])
    await admin.post('/rest/data/product-drifts/reopen', { ids: [drift?.id] })
    expect(await titles()).toEqual([`${renamed} ${mark}`, `${renamed} ${mark}`])
  })

  it.each([
    [20_000, 19_999, -1],
    [20_000, 20_001, 1],
    [30_000, 29_999, 0],
    [1_000, 1_500, 5_000],
  ])('from %d to %d is as large in the inbox as to a rule that takes it', async (ours, theirs, change) => {
    const id = await product({ netFrom: ours, retailFrom: ours * 2 })
    await says(id, { netFrom: theirs })
    const [drift] = (await overridesOf(id)).drifts
    expect(await read(drift?.id ?? 0, 'product-drifts')).toMatchObject({ change })
    const size = Math.abs(change)
    const takes = (maxChange: number) =>
      ruleFor([{ id: 1, field: 'netFrom', providerId: null, maxChange }], {
        field: 'netFrom',
        providerId: 1,
        ours,
        theirs,
      })
    expect([takes(size)?.id, takes(size - 1)]).toEqual([1, undefined])
  })

  it('is drift of an override only where the supplier says something new, and withdrawn where they take it back', async () => {
    const id = await product({ title: 'Theirs' })
    await change(id, { title: 'Ours', overrides: ['title'] })
    await says(id, { title: 'Theirs' })
    expect((await read(id))['driftCount']).toBe(0)
    await says(id, { title: 'Theirs, new' })
    expect(await overridesOf(id)).toMatchObject({
      fields: [{ value: 'Theirs, new', valueThen: 'Theirs' }],
      drifts: [{ ours: 'Ours', theirs: 'Theirs, new' }],
    })
    await says(id, { title: 'Theirs' })
    expect((await overridesOf(id)).drifts).toEqual([])
    await says(id, { title: 'Theirs, newer' })
    const [drift] = (await overridesOf(id)).drifts
    await admin.post('/rest/data/product-drifts/accept', { ids: [drift?.id] })
    expect(await read(id)).toMatchObject({ title: 'Theirs, newer', overrides: [] })
  })

  it('is taken at once where a rule says so, but never in spite of an override', async () => {
    const provider = await records.make('providers')
    const [id, other, kept] = [
      await product({ providerId: provider }),
      await product(),
      await product({ providerId: provider, overrides: ['netFrom'] }),
    ]
    const rule = await admin.post('/rest/data/product-drift-rules', {
      name: 'Small steps',
      field: 'netFrom',
      providerId: provider,
      maxChange: 500,
    })
    expect(rule.status, JSON.stringify(rule.body)).toBe(201)
    for (const one of [id, other, kept]) await says(one, { netFrom: 1_050 })
    expect([(await read(id))['netFrom'], (await read(other))['netFrom'], (await read(kept))['netFrom']]).toEqual([
      1_050, 1_000, 1_000,
    ])
    const { body: taken } = await admin.get('/rest/data/product-drifts', { filter: { productId: id } })
    expect(taken).toMatchObject([{ state: 'accepted', rule: { title: 'Small steps' }, decidedBy: null }])
    await says(id, { netFrom: 1_200 })
    expect(await read(id)).toMatchObject({ netFrom: 1_050, driftCount: 1 })
    expect(await history(id)).toEqual(['accept-drift'])
    const useless = await admin.post('/rest/data/product-drift-rules', {
      name: 'No number',
      field: 'title',
      maxChange: 500,
    })
    expect((useless.body as { fields: object }).fields).toEqual({
      maxChange: 'Only numbers change by percent. Leave it blank for this field.',
    })
  })

  it('takes write on products', async () => {
    const reader = await server.signIn('read-only')
    expect((await reader.post('/rest/data/product-drifts/accept', { ids: [1] })).status).toBe(403)
    expect((await reader.post('/rest/data/products/suspend', { ids: [1], because: 'manual' })).status).toBe(403)
  })
})
