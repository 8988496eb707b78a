import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { DriftResults } from './drift.endpoints.ts'
import {
  admin,
  band,
  change,
  db,
  history,
  overridesOf,
  product,
  read,
  says,
  serveProducts,
} from './testing/supplied-products.server.ts'

serveProducts('undone drift')

const path = '/rest/data/product-drifts'
const decide = async (how: 'accept' | 'keep' | 'reopen', ids: readonly unknown[]) =>
  ((await admin.post(`${path}/${how}`, { ids })).body as DriftResults).results
const waitingOf = async (id: number) => (await overridesOf(id)).drifts.map((drift) => drift.id)

describe('a decision on a supplier’s change', () => {
  it('is undone with the price of the product and of the units that followed it', async () => {
    const id = await product()
    const unit = await band(id, 'ADULT', [18, 99])
    await says(id, { netFrom: 1_200 })
    const ids = await waitingOf(id)
    await decide('accept', ids)
    expect(await read(id)).toMatchObject({ netFrom: 1_200, retailFrom: 1_800 })
    expect(await read(unit, 'product-age-bands')).toMatchObject({ net: 1_200, retail: 1_800 })
    expect(await decide('reopen', ids)).toEqual([{ id: ids[0], ok: true, state: 'open' }])
    expect(await read(id)).toMatchObject({ netFrom: 1_000, retailFrom: 1_500, driftCount: 1, overrides: [] })
    expect(await read(unit, 'product-age-bands')).toMatchObject({ net: 1_000, retail: 1_500 })
    expect(await waitingOf(id)).toEqual(ids)
    expect(await history(id)).toEqual(['reopen-drift', 'accept-drift'])
    expect(await decide('accept', ids)).toMatchObject([{ ok: true }])
  })

  it('is undone with the override that it ended or made', async () => {
    const id = await product({ title: 'Theirs' })
    await change(id, { title: 'Ours', overrides: ['title'] })
    await says(id, { title: 'Theirs, new' })
    const ids = await waitingOf(id)
    const before = (await overridesOf(id)).fields
    await decide('accept', ids)
    await decide('reopen', ids)
    expect(await read(id)).toMatchObject({ title: 'Ours', overrides: ['title'] })
    await decide('keep', ids)
    expect((await overridesOf(id)).fields).not.toEqual(before)
    await decide('reopen', ids)
    expect((await overridesOf(id)).fields).toEqual(before)

    const other = await product({ title: 'Other' })
    await says(other, { title: 'Other, new' })
    await decide('keep', await waitingOf(other))
    const kept = ((await admin.get(path, { filter: { productId: other } })).body as { id: number }[]).map(
      (one) => one.id,
    )
    await decide('reopen', kept)
    expect(await read(other)).toMatchObject({ title: 'Other', overrides: [], driftCount: 1 })
    expect((await overridesOf(other)).fields).toEqual([])
  })

  it('stays where the product or the supplier has moved on, and after a while', async () => {
    const [edited, moved, old] = [await product(), await product(), await product()]
    for (const id of [edited, moved, old]) await says(id, { title: 'Renamed' })
    const ids = [...(await waitingOf(edited)), ...(await waitingOf(moved)), ...(await waitingOf(old))]
    await decide('accept', ids)
    await change(edited, { title: 'Edited since', overrides: ['title'] })
    await says(moved, { title: 'Renamed again' })
    await sql`update product_drifts set decided_at = decided_at - interval '15 minutes' where id = ${ids[2]}`.execute(
      db(),
    )
    expect((await decide('reopen', [...ids, 999_999])).map(({ message }) => message)).toEqual([
      'The product has changed since.',
      'The supplier has changed this field again.',
      'A decision can be undone for 15 minutes.',
      'Change not found.',
    ])
    expect(await read(edited)).toMatchObject({ title: 'Edited since' })
  })
})

describe('the drift inbox', () => {
  it('says what a change does to the price, the margin and live pages', async () => {
    const id = await product()
    await says(id, { netFrom: 1_200, title: 'Renamed' })
    await sql`insert into aliases (title, city_id, publication, published_at, chosen_product_id)
      select 'A page', city_id, 'published', now(), id from products where id = ${id}`.execute(db())
    const rows = (await admin.get(path, { filter: { productId: id } })).body as { field: string }[]
    expect(rows.find(({ field }) => field === 'netFrom')).toMatchObject({
      retailNow: 1_500,
      retailThen: 1_800,
      marginNow: 3_333,
      marginKept: 2_000,
      pageCount: 1,
    })
    expect(rows.find(({ field }) => field === 'title')).toMatchObject({
      retailThen: null,
      marginKept: null,
      pageCount: 1,
    })
  })

  it('counts its parts', async () => {
    const { body } = await admin.get(`${path}/counts`)
    const { rows } = await sql<{ open: number; prices: number; decided: number }>`
      select count(*) filter (where state = 'open')::integer as open, count(*) filter (where state <> 'open')::integer as decided,
        count(*) filter (where state = 'open' and field = 'netFrom')::integer as prices from product_drifts`.execute(
      db(),
    )
    const part = (count = 0) => ({ count, isMore: false })
    expect(body).toEqual({ open: part(rows[0]?.open), prices: part(rows[0]?.prices), decided: part(rows[0]?.decided) })
    expect(rows[0]?.open).toBeGreaterThan(0)
  })
})
