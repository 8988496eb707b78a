import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { examples } from '../../app/testing/examples.server.ts'
import type { Client, TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import type { Maker } from '../../core/testing/make.server.ts'
import { maker } from '../../core/testing/make.server.ts'
import { resources } from '../../app/registry.server.ts'
import { makePurchases } from '../coupons/testing/coupons.server.ts'
import type { AliasMembers, AliasSales, SupplierDuel, SwapResult } from './alias.endpoints.ts'
import { chooseJob } from './alias-choices.server.ts'

type Row = Readonly<Record<string, unknown>> & { readonly id: number }
let server: TestServer
let admin: Client
let records: Maker
let cityId: number

beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'aliases' })
  admin = await server.signIn('admin')
  records = maker(server.database.kysely, resources, examples)
  cityId = await records.make('cities')
})
afterAll(() => server.stop())

const db = () => server.database.kysely
let count = 0
async function alias(values: object = {}): Promise<Row> {
  const reply = await admin.post('/rest/data/aliases', {
    title: `Alias ${++count}`,
    shortText: 'Short.',
    cityId,
    ...values,
  })
  expect(reply.status, JSON.stringify(reply.body)).toBe(201)
  return reply.body as Row
}
const product = (values: object = {}) =>
  records.make('products', {
    title: `Product ${++count}`,
    status: 'live',
    suspendedBecause: null,
    currency: 'EUR',
    retailFrom: 5_000,
    netFrom: 4_000,
    rating: null,
    reviewCount: 0,
    cityId,
    ...values,
  })
const read = async (id: number) => (await admin.get(`/rest/data/aliases/${id}`)).body as Row
const membersOf = async (id: number) => (await admin.get(`/rest/data/aliases/${id}/members`)).body as AliasMembers
async function put(
  id: number,
  members: readonly (number | { productId: number; isPinned?: boolean; isPrimary?: boolean })[],
  seen?: readonly number[],
) {
  return await admin.put(`/rest/data/aliases/${id}/members`, {
    seen: seen ?? (await membersOf(id)).members.map(({ productId }) => productId),
    members: members.map((one) => (typeof one === 'number' ? { productId: one } : one)),
  })
}
const placed = async (id: number) =>
  (await membersOf(id)).members.map(
    ({ productId, isPrimary, isPinned }) => `${productId}${isPrimary ? ' primary' : ''}${isPinned ? ' pinned' : ''}`,
  )
async function publish(record: Row): Promise<void> {
  await admin.put(`/rest/data/aliases/${record.id}/translations/es`, {
    texts: { title: { text: `Es ${record.id}`, status: 'approved' } },
  })
  const reply = await admin.post(`/rest/data/aliases/${record.id}/publish`, {})
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
}
const refusal = async (work: Promise<unknown>) =>
  await work.then(
    () => 'nothing',
    (error: unknown) => (error as { constraint?: string }).constraint ?? String(error),
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
    await server.runJob(chooseJob)
    expect(await read(id)).toMatchObject({ chosenProductId: dear, choiceReason: 'only_live', fromPrice: 5_000 })
    await sql`update products set retail_from = 4200 where id = ${dear}`.execute(db())
    await server.runJob(chooseJob)
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
      `${String(record['title'])} is published, so it has to keep a live product. Take its page down first.`,
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

describe('an alias', () => {
  it('is not published without a live product, not even past the server', async () => {
    const record = await alias()
    const asleep = await product({ status: 'mapped' })
    await put(record.id, [asleep])
    const refused = await admin.post(`/rest/data/aliases/${record.id}/publish`, {})
    expect([refused.status, (refused.body as { message: string }).message]).toEqual([
      409,
      expect.stringContaining('At least one of its products is live'),
    ])
    expect(await refusal(sql`update aliases set publication = 'published' where id = ${record.id}`.execute(db()))).toBe(
      'a_page_needs_a_live_product',
    )
  })

  it('leaves a redirect behind in every language when its slug changes, and keeps its slug apart from others of the city', async () => {
    const record = await alias({ title: 'Prado tickets' })
    await put(record.id, [await product()])
    await publish(record)
    expect((await alias({ title: 'Prado tickets' }))['slug']).toBe('prado-tickets-2')
    expect((await admin.post('/rest/data/aliases', { title: 'X', cityId, slug: 'prado-tickets' })).status).toBe(409)
    const elsewhere = await records.make('cities')
    expect((await alias({ title: 'Prado tickets', cityId: elsewhere }))['slug']).toBe('prado-tickets')
    expect((await admin.patch(`/rest/data/aliases/${record.id}`, { slug: 'museo-del-prado' })).status).toBe(200)
    const { redirects } = (await admin.get(`/rest/data/aliases/${record.id}/publication`)).body as {
      redirects: { path: string; reason: string; targetId: number }[]
    }
    expect(redirects.map(({ path, reason, targetId }) => [path, reason, targetId])).toContainEqual([
      `/prado-tickets/pa-${record.id}`,
      'moved',
      record.id,
    ])
  })

  it('is never its own canonical page, by however many others', async () => {
    const [one, two] = [await alias(), await alias()]
    const three = await alias({ canonicalId: two.id })
    expect((await admin.patch(`/rest/data/aliases/${two.id}`, { canonicalId: one.id })).status).toBe(200)
    for (const canonicalId of [one.id, three.id]) {
      const refused = await admin.patch(`/rest/data/aliases/${one.id}`, { canonicalId })
      expect([refused.status, Object.keys((refused.body as { fields: object }).fields)]).toEqual([422, ['canonicalId']])
    }
    expect(await refusal(sql`update aliases set canonical_id = ${three.id} where id = ${one.id}`.execute(db()))).toBe(
      'canonical_pages_do_not_go_in_circles',
    )
  })

  it('asks for the price that it shows, for its currency, and for each badge once', async () => {
    const refused = await admin.post('/rest/data/aliases', { title: 'X', cityId, priceDisplay: 'override' })
    expect([refused.status, (refused.body as { fields: object }).fields]).toEqual([
      422,
      { displayPrice: 'Enter the price that is shown instead.' },
    ])
    expect((await admin.post('/rest/data/aliases', { title: 'X', cityId, displayPrice: 100 })).status).toBe(422)
    const badge = { kind: 'bestseller', until: '2030-01-01' }
    expect((await admin.post('/rest/data/aliases', { title: 'X', cityId, badges: [badge, badge] })).status).toBe(422)
    expect(
      await refusal(
        sql`update aliases set badges = '[{"kind":"new"}]' where id = (select min(id) from aliases)`.execute(db()),
      ),
    ).toBe('every_badge_expires')
  })

  it('counts the broken links of all its texts in every language, by one verdict for list, checklist and panel', async () => {
    const link = (text: string, element: string) => `<p>:::link|text=${text}|element=${element}:::</p>`
    const [live, suspended] = [await product(), await product({ status: 'suspended', suspendedBecause: 'quality' })]
    const hidden = await records.make('events', { publication: 'published', isHidden: true })
    const { id } = await alias({
      longText: `${link('Nowhere', 'c-999999')}${link('Home', 'homepage')}${link('Sold', `pr-${live}`)}`,
      highlights: link('Off sale', `pr-${suspended}`),
      inclusions: link('Odd', 'zz-1'),
      exclusions: link('Hidden', `ev-${hidden}`),
    })
    const text = (key: string, words: string) => ({ [key]: { text: words } })
    await admin.put(`/rest/data/aliases/${id}/translations/es`, {
      texts: {
        ...text('title', `Es ${id}`),
        ...text(
          'longText',
          `${link('Nada', 'c-999999')}${link('Portada', 'homepage')}${link('Vendido', `pr-${live}`)}`,
        ),
      },
    })
    const { outgoing } = (await admin.get(`/rest/data/aliases/${id}/links`)).body as {
      outgoing: { locale: string | null; element: string; verdict: string }[]
    }
    expect(outgoing.map(({ locale, element, verdict }) => [locale, element, verdict])).toEqual([
      [null, 'zz-1', 'unknown_code'],
      [null, 'c-999999', 'missing'],
      ['es', 'c-999999', 'missing'],
      [null, `pr-${suspended}`, 'unpublished'],
      [null, `ev-${hidden}`, 'unpublished'],
      [null, 'homepage', 'ok'],
      [null, `pr-${live}`, 'ok'],
      ['es', 'homepage', 'ok'],
      ['es', `pr-${live}`, 'ok'],
    ])
    expect(await read(id)).toMatchObject({ brokenLinkCount: 5 })
    const found = await admin.get('/rest/data/aliases', {
      filter: JSON.stringify({ brokenLinkCount: { gte: 5 }, cityId }),
    })
    expect((found.body as Row[]).map((row) => row.id)).toEqual([id])
    const page = await records.make('static-pages', { body: link('Off sale', `pr-${suspended}`) })
    expect((await admin.get(`/rest/data/static-pages/${page}`)).body).toMatchObject({ brokenLinkCount: 1 })
  })

  it('says of a link to its own page that it is one', async () => {
    const { id } = await alias()
    await put(id, [await product()])
    await admin.patch(`/rest/data/aliases/${id}`, { longText: `<p>:::link|text=Here|element=pa-${id}:::</p>` })
    const verdicts = async () =>
      ((await admin.get(`/rest/data/aliases/${id}/links`)).body as { outgoing: { verdict: string }[] }).outgoing.map(
        ({ verdict }) => verdict,
      )
    expect(await verdicts()).toEqual(['unpublished'])
    await publish(await read(id))
    expect(await verdicts()).toEqual(['self_link'])
    expect(await read(id)).toMatchObject({ brokenLinkCount: 0 })
  })

  it('keeps its author’s bylines until another author takes them over', async () => {
    const [author, replacement] = [
      await records.make('authors', { publication: 'unpublished' }),
      await records.make('authors'),
    ]
    const { id } = await alias({ authorId: author })
    expect(
      ((await admin.get(`/rest/data/authors/${author}/pages`)).body as { pages: { resource: string }[] }).pages,
    ).toMatchObject([{ resource: 'aliases', id }])
    expect((await admin.post(`/rest/data/authors/${author}/review`, { to: 'archived' })).status).toBe(422)
    expect((await admin.post(`/rest/data/authors/${author}/reassign`, { toId: replacement })).body).toEqual({
      moved: 1,
    })
    expect(await read(id)).toMatchObject({ authorId: replacement })
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

describe('the supplier duel', () => {
  it('compares members by what became of their orders', async () => {
    const { id } = await alias()
    const [steady, shaky] = [await product({ title: 'Steady', netFrom: 4_100 }), await product({ title: 'Shaky' })]
    await put(id, [steady, shaky])
    for (let n = 0; n < 8; n++) {
      const option = await records.make('product-options', { productId: shaky, code: `O${n}` })
      await records.make('purchases', {
        kind: 'product',
        productId: shaky,
        productOptionId: option,
        eventId: null,
        performanceId: null,
      })
    }
    await sql`update purchases set created_at = now() where product_id = ${shaky}`.execute(db())
    const { contenders, verdict } = (await admin.get(`/rest/data/aliases/${id}/supplier-duel`)).body as SupplierDuel
    const {
      rows: [known],
    } = await sql<{ orders: number; rejected: number }>`
      select count(*) filter (where booking_status in ('confirmed', 'completed', 'cancelled', 'rejected'))::integer as orders,
        count(*) filter (where booking_status = 'rejected')::integer as rejected from purchases where product_id = ${shaky}`.execute(
      db(),
    )
    expect(contenders.map(({ title }) => title)).toEqual(['Steady', 'Shaky'])
    expect(contenders[1]).toMatchObject({ orders: known?.orders, rejected: known?.rejected, margin: 1_000 })
    expect(known?.orders).toBeGreaterThan(0)
    expect([steady, shaky]).toContain(verdict?.productId)
    const reader = await server.signIn('read-only')
    expect((await reader.get(`/rest/data/aliases/${id}/supplier-duel`)).status).toBe(200)
    expect((await (await server.signIn('finance')).get(`/rest/data/aliases/${id}/supplier-duel`)).status).toBe(403)
    expect((await reader.put(`/rest/data/aliases/${id}/members`, { seen: [], members: [] })).status).toBe(403)
  })
})

describe('the links of an alias', () => {
  it('are shown both ways: what its texts link to, broken links first, and whose texts link to it', async () => {
    const target = await alias()
    const { id } = await alias({
      longText: `<p>:::link|text=Nowhere|element=c-999999:::</p>`,
      highlights: `<p>:::link|text=There|element=pa-${target.id}:::</p>`,
    })
    const linksOf = async (of: number) =>
      (await admin.get(`/rest/data/aliases/${of}/links`)).body as {
        outgoing: { element: string; verdict: string }[]
        incoming: unknown[]
      }
    expect((await linksOf(id)).outgoing.map(({ element, verdict }) => [element, verdict])).toEqual([
      ['c-999999', 'missing'],
      [`pa-${target.id}`, 'unpublished'],
    ])
    await admin.put(`/rest/data/aliases/${id}/translations/es`, {
      texts: { highlights: { text: `<p>:::link|text=Allí|element=pa-${target.id}:::</p>` } },
    })
    expect((await linksOf(target.id)).incoming).toEqual([
      { resource: 'aliases', recordId: id, title: expect.any(String), locales: ['es', null] },
    ])
    expect((await linksOf(id)).incoming).toEqual([])
    expect((await admin.get('/rest/data/aliases/999999/links')).status).toBe(404)
  })
})

describe('the performance of an alias', () => {
  it('adds up what its products sold, by product, week and currency, and what came to nothing apart', async () => {
    const { id } = await alias()
    const [sold, other] = [await product(), await product()]
    await put(id, [sold, other])
    await records.make('product-options', { productId: sold })
    // One for each option: four are used here, the others concern something else.
    const ids = (await makePurchases(db(), 4)).slice(0, 4)
    await sql`update purchases set product_id = ${await product()} where product_id = any(${[sold, other]}::bigint[])`.execute(
      db(),
    )
    await sql`update purchases set booking_status = 'pending_supplier' where id = any(${ids}::bigint[])`.execute(db())
    await sql`update purchases set product_id = ${sold}, booking_status = 'confirmed', created_at = now() - interval '2 days' where id = any(${ids}::bigint[])`.execute(
      db(),
    )
    await sql`update purchases set booking_status = 'cancelled' where id = ${ids[0]}`.execute(db())
    await sql`update purchases set created_at = now() - interval '100 days' where id = ${ids[1]}`.execute(db())
    const { rows: kept } = await sql<{
      total: number
      quantity: number
    }>`select sum(grand_total)::bigint as total, sum(quantity)::integer as quantity from purchases where id = any(${ids.slice(2)}::bigint[])`.execute(
      db(),
    )
    const read = (await admin.get(`/rest/data/aliases/${id}/performance`)).body as {
      weeks: { orders: number }[]
      products: AliasSales[]
    }
    expect(read.weeks).toHaveLength(13)
    expect(read.weeks.map(({ orders }) => orders).reduce((sum, orders) => sum + orders)).toBe(3)
    expect(read.products).toMatchObject([
      { productId: sold, orders: 3, ordersBefore: 1, lost: 1, tickets: kept[0]?.quantity },
      { productId: other, orders: 0, money: [] },
    ])
    expect(read.products[0]?.money.reduce((sum, { gross }) => sum + gross, 0)).toBe(kept[0]?.total)
  })
})
