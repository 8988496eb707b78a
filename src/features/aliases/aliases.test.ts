import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { AliasSales, SupplierComparison } from './alias.endpoints.ts'
import { makePurchases } from '../coupons/testing/coupons.server.ts'
import {
  type Row,
  admin,
  alias,
  cityId,
  db,
  product,
  publish,
  put,
  read,
  records,
  refusal,
  serveAliases,
  server,
} from './testing/alias-records.server.ts'

serveAliases()

describe('an alias', () => {
  it('is not published without a live product, not even past the server', async () => {
    const record = await alias()
    const asleep = await product({ status: 'mapped' })
    await put(record.id, [asleep])
    const refused = await admin.post(`/rest/data/aliases/${record.id}/publish`, {})
    expect([refused.status, (refused.body as { message: string }).message]).toEqual([
      409,
      expect.stringContaining('none of its products is live'),
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

  it('is published, and stays so, only under the name of an author with a public page', async () => {
    const [known, unknown] = [
      await records.make('authors', { publication: 'published' }),
      await records.make('authors', { publication: 'unpublished' }),
    ]
    const record = await alias({ authorId: unknown })
    await put(record.id, [await product()])
    expect((await admin.post(`/rest/data/aliases/${record.id}/publish`, {})).status).toBe(409)
    expect((await admin.patch(`/rest/data/aliases/${record.id}`, { authorId: known })).status).toBe(200)
    await publish(await read(record.id))
    expect(await admin.patch(`/rest/data/aliases/${record.id}`, { authorId: unknown })).toMatchObject({
      status: 409,
      body: { fields: { authorId: 'This alias is published, so its byline must be a published author.' } },
    })
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

describe('the supplier comparison', () => {
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
    const { contenders, verdict } = (await admin.get(`/rest/data/aliases/${id}/supplier-comparison`))
      .body as SupplierComparison
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
    expect((await reader.get(`/rest/data/aliases/${id}/supplier-comparison`)).status).toBe(200)
    expect((await (await server.signIn('finance')).get(`/rest/data/aliases/${id}/supplier-comparison`)).status).toBe(
      403,
    )
    expect((await reader.put(`/rest/data/aliases/${id}/members`, { seen: [], members: [] })).status).toBe(403)
    const editor = await server.signIn('catalogue-editor')
    const unseen = { orders: null, rejected: null, cancelled: null, rejectionRate: null, keptShare: null }
    expect((await editor.get(`/rest/data/aliases/${id}/supplier-comparison`)).body).toMatchObject({
      days: null,
      verdict: null,
      contenders: [
        { title: 'Steady', ...unseen, expectedProfit: null },
        { title: 'Shaky', margin: 1_000, ...unseen, expectedProfit: null },
      ],
    })
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
