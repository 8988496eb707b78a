import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { AliasMembers, SwapResult } from './alias.endpoints.ts'
import {
  type Row,
  admin,
  alias,
  db,
  membersOf,
  product,
  publish,
  put,
  read,
  refusal,
  serveAliases,
  server,
} from './testing/alias-records.server.ts'

serveAliases()

const placed = async (id: number) =>
  (await membersOf(id)).members.map(
    ({ productId, isPrimary, isPinned }) => `${productId}${isPrimary ? ' primary' : ''}${isPinned ? ' pinned' : ''}`,
  )

describe('the members of an alias', () => {
  it('are in their order, are counted, and one of them is sold with its price and the moment it was calculated', async () => {
    const { id } = await alias()
    const [dear, cheap] = [await product({ retailFrom: 5_000 }), await product({ retailFrom: 3_000 })]
    const reply = await put(id, [dear, cheap])
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
    expect((reply.body as AliasMembers).members.map(({ productId, rank }) => [productId, rank])).toEqual([
      [dear, 1],
      [cheap, 2],
    ])
    expect(await read(id)).toMatchObject({
      productIds: [dear, cheap],
      memberCount: 2,
      liveCount: 2,
      chosenProductId: cheap,
      choiceReason: 'cheapest',
      fromPrice: 3_000,
      currency: 'EUR',
      version: 2,
    })
    expect(Date.parse(String((await read(id))['fromPriceAt']))).toBeGreaterThan(Date.now() - 60_000)
    await put(id, [cheap, dear])
    expect((await membersOf(id)).members.map(({ productId }) => productId)).toEqual([cheap, dear])
  })

  it('are sold by another rule as soon as the form says so', async () => {
    const { id } = await alias()
    const [rated, cheap] = [await product({ rating: 4.9, reviewCount: 500 }), await product({ retailFrom: 1_000 })]
    await put(id, [{ productId: rated }, { productId: cheap, isPinned: true }])
    const chosen = async (selectionPolicy: string) =>
      (await admin.patch(`/rest/data/aliases/${id}`, { selectionPolicy })).body as Row
    expect(await chosen('best_rated')).toMatchObject({
      chosenProductId: rated,
      choiceReason: 'best_rated',
      rating: 4.9,
      reviewCount: 500,
    })
    expect(await chosen('pinned')).toMatchObject({ chosenProductId: cheap, choiceReason: 'pinned' })
  })

  it('are sold by name from then on: pinned, and the page sells the pinned one, with both in the audit', async () => {
    const { id } = await alias()
    const [cheap, dear, down, foreign] = [
      await product({ retailFrom: 1_000 }),
      await product({ retailFrom: 9_000 }),
      await product({ status: 'suspended', suspendedBecause: 'quality' }),
      await product(),
    ]
    await put(id, [{ productId: cheap, isPinned: true }, dear, down])
    const sell = async (productId: number, who = admin) =>
      await who.post(`/rest/data/aliases/${id}/sell-product`, { productId })
    const reply = await sell(dear)
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
    expect(reply.body).toMatchObject({
      policy: 'pinned',
      choice: { productId: dear, reason: 'pinned', fromPrice: 9_000 },
    })
    expect(await read(id)).toMatchObject({ selectionPolicy: 'pinned', chosenProductId: dear, version: 3 })
    expect((await placed(id)).map((words) => words.includes('pinned'))).toEqual([false, true, false])
    const {
      versions: [switched],
    } = (await admin.get(`/rest/data/aliases/${id}/history`)).body as { versions: { changes: object[] }[] }
    expect(switched?.changes).toEqual([{ key: 'selectionPolicy', before: '"cheapest"', after: '"pinned"' }])
    expect((await sell(dear)).status).toBe(200)
    expect(await read(id)).toMatchObject({ version: 3 })
    expect([(await sell(down)).status, (await sell(foreign)).status, (await sell(999_999_999)).status]).toEqual([
      409, 409, 409,
    ])
    expect((await admin.post('/rest/data/aliases/999999999/sell-product', { productId: dear })).status).toBe(404)
    expect((await sell(cheap, await server.signIn('read-only'))).status).toBe(403)
  })

  it('leave the page by our own steps with the next in their place at once, and come back as soon as they are live again', async () => {
    const { id } = await alias()
    const [cheap, dear] = [await product({ retailFrom: 1_000 }), await product()]
    await put(id, [cheap, dear])
    const taken = await admin.post('/rest/data/products/suspend', { ids: [cheap], because: 'quality', note: null })
    expect(taken.body, JSON.stringify(taken.body)).toEqual({ results: [{ id: cheap, ok: true }] })
    expect(await read(id)).toMatchObject({ liveCount: 1, chosenProductId: dear, fromPrice: 5_000 })
  })

  it('leave the page at once when they are suspended, and the next is chosen by the job', async () => {
    const { id } = await alias()
    const [cheap, dear] = [await product({ retailFrom: 1_000 }), await product()]
    await put(id, [cheap, dear])
    await sql`update products set status = 'suspended', suspended_because = 'quality' where id = ${cheap}`.execute(db())
    expect(await read(id)).toMatchObject({
      liveCount: 1,
      memberCount: 2,
      chosenProductId: null,
      fromPrice: null,
      fromPriceAt: null,
    })
    await server.runJob('choose-alias-products')
    expect(await read(id)).toMatchObject({ chosenProductId: dear, choiceReason: 'only_live', fromPrice: 5_000 })
    await sql`update products set retail_from = 4200 where id = ${dear}`.execute(db())
    await server.runJob('choose-alias-products')
    expect(await read(id)).toMatchObject({ fromPrice: 4_200 })
  })

  it('refuse what makes no sense, and an order made on older members', async () => {
    const { id } = await alias()
    const [one, two] = [await product(), await product()]
    const retired = await product({ status: 'retired' })
    await put(id, [one])
    expect((await put(id, [one, two], [])).status).toBe(409)
    for (const members of [
      [one, one],
      [999_999],
      [one, retired],
      [
        { productId: one, isPinned: true },
        { productId: two, isPinned: true },
      ],
      [{ productId: one, isPrimary: false }],
    ]) {
      expect([members, (await put(id, members)).status]).toEqual([members, 422])
    }
    expect(await placed(id)).toEqual([`${one} primary`])
    expect((await admin.get('/rest/data/aliases/999999/members')).status).toBe(404)
  })

  it('stay in the audit, and a published page cannot lose everything it sells', async () => {
    const record = await alias()
    const only = await product({ title: 'The only one' })
    await put(record.id, [only])
    await publish(record)
    const refused = await put(record.id, [])
    expect([refused.status, (refused.body as { message: string }).message]).toEqual([
      409,
      `${String(record['title'])} is published, so it needs a live product. Unpublish it first.`,
    ])
    const { rows } = await sql<{
      after: object
    }>`select after from audit_log where object = 'aliases' and action = 'members-changed' and record_id = ${String(record.id)}`.execute(
      db(),
    )
    expect(rows).toEqual([{ after: { products: ['The only one (main page)'] } }])
  })
})

describe('the main page of a product', () => {
  it('is the first that fronts it, moves when another claims it, and goes on to the oldest when it is let go', async () => {
    const [first, second, third] = [await alias(), await alias(), await alias()]
    const shared = await product()
    for (const { id } of [first, second, third]) await put(id, [shared])
    expect([await placed(first.id), await placed(second.id)]).toEqual([[`${shared} primary`], [String(shared)]])
    expect((await put(second.id, [{ productId: shared, isPrimary: true }])).status).toBe(200)
    expect([await placed(first.id), await placed(second.id)]).toEqual([[String(shared)], [`${shared} primary`]])
    await put(second.id, [])
    expect([await placed(first.id), await placed(third.id)]).toEqual([[`${shared} primary`], [String(shared)]])
    expect((await membersOf(third.id)).members[0]?.primary).toEqual({ id: first.id, title: first['title'] })
  })

  it('is one by the word of the database: no second, and not none', async () => {
    const [first, second] = [await alias(), await alias()]
    const shared = await product()
    for (const { id } of [first, second]) await put(id, [shared])
    expect(
      await refusal(sql`update alias_members set is_primary = true where product_id = ${shared}`.execute(db())),
    ).toBe('alias_members_primary_key')
    expect(
      await refusal(sql`update alias_members set is_primary = false where product_id = ${shared}`.execute(db())),
    ).toBe('one_page_of_a_product_is_its_main_page')
  })
})

describe('swapping a product', () => {
  it('puts the other in its place with its pin, and says of the rest why not', async () => {
    const [a, b, neither, both] = [await alias(), await alias(), await alias(), await alias()]
    const [from, to, other] = [await product(), await product({ retailFrom: 900 }), await product()]
    await put(a.id, [other, { productId: from, isPinned: true }])
    await put(b.id, [from])
    await put(both.id, [from, to])
    const ids = [a, b, neither, both].map(({ id }) => id)
    const { results } = (
      await admin.post('/rest/data/aliases/swap-product', { ids: [...ids, 999_999], fromId: from, toId: to })
    ).body as { results: SwapResult[] }
    expect(results.map(({ ok, message }) => (ok ? 'ok' : message))).toEqual([
      'ok',
      'ok',
      'It does not front that product.',
      'It fronts both products already.',
      'Alias not found.',
    ])
    expect([await placed(a.id), await placed(b.id)]).toEqual([[`${other} primary`, `${to} pinned`], [String(to)]])
    expect(await placed(both.id)).toEqual([`${from} primary`, `${to} primary`])
    expect(await read(b.id)).toMatchObject({ chosenProductId: to, fromPrice: 900 })
  })

  it('leaves a published page its live product, and takes no retired one', async () => {
    const record = await alias()
    const [from, asleep, retired] = [
      await product(),
      await product({ status: 'mapped' }),
      await product({ status: 'retired' }),
    ]
    await put(record.id, [from])
    await publish(record)
    const { results } = (
      await admin.post('/rest/data/aliases/swap-product', { ids: [record.id], fromId: from, toId: asleep })
    ).body as { results: SwapResult[] }
    expect(results).toEqual([
      { id: record.id, ok: false, message: 'It is published and would be left without a live product.' },
    ])
    expect(
      (await admin.post('/rest/data/aliases/swap-product', { ids: [record.id], fromId: from, toId: retired })).status,
    ).toBe(422)
    expect(
      (await admin.post('/rest/data/aliases/swap-product', { ids: [record.id], fromId: from, toId: from })).status,
    ).toBe(422)
  })
})
