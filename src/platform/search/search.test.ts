import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { FoundRecord, FoundRecords } from './search.ts'
import { admin, agent, editor, ids, path, search, serveSearch, testContext } from './testing/searched-records.server.ts'

serveSearch()

const recordsOf = (found: FoundRecords, resource: string): readonly FoundRecord[] =>
  found.find((group) => group.resource === resource)?.records ?? []
const idsOf = (found: FoundRecords, resource: string) => recordsOf(found, resource).map(({ id }) => id)
const resourcesOf = (found: FoundRecords) => found.map(({ resource }) => resource).toSorted()

describe('a search', () => {
  it.each([
    ['a reference', 'WXYZ2345', 'purchases'],
    ['a reference in small letters', ' wxyz2345 ', 'purchases'],
    ['an address', 'ana.garcia@sample.test', 'purchases'],
    ['an address in capitals', 'ANA.GARCIA@SAMPLE.TEST', 'purchases'],
    ['a name', 'Ana García', 'purchases'],
    ['words in another order', 'garcía ana', 'purchases'],
    ['a supplier’s reference', 'SUP_100%-7', 'purchases'],
  ])('finds purchases by %s', async (_what, q, resource) => {
    expect(idsOf(await search(agent, q), resource)).toContain(ids.purchase)
  })

  it('finds records of every resource by what their lists are searched by', async () => {
    const found = await search(admin, 'ana')
    expect(idsOf(found, 'customers')).toEqual([ids.customer])
    expect(idsOf(found, 'coupons')).toEqual([ids.coupon])
    expect(idsOf(found, 'discovery-api-users')).toEqual([ids.apiUser])
    expect(idsOf(await search(admin, 'ANA-SUMMER'), 'coupons')).toEqual([ids.coupon])
    expect(recordsOf(await search(admin, 'Ingrid Solheim'), 'admin-users').map(({ title }) => title)).toEqual([
      'Ingrid Solheim',
    ])
  })

  it('puts what matches whole first, then beginnings, then the newest with the words in it', async () => {
    const begins = await testContext.maker.make('coupons', { code: 'ORDER-1', name: 'Begins' })
    const whole = await testContext.maker.make('coupons', { code: 'ORDER', name: 'Whole' })
    const within = await testContext.maker.make('coupons', { code: 'RE-ORDER-1', name: 'Within' })
    const newer = await testContext.maker.make('coupons', { code: 'RE-ORDER-2', name: 'Within' })
    expect(idsOf(await search(agent, 'order'), 'coupons')).toEqual([whole, begins, newer, within])
    expect(idsOf(await search(agent, 'order', { limit: 2 }), 'coupons')).toEqual([whole, begins])
  })

  it('prefers a name to one that only begins so, words to letters within, and what is in use to what is over', async () => {
    const coupon = (name: string, more: object = {}) =>
      testContext.maker.make('coupons', { code: `C${name.replaceAll(' ', '')}`.toUpperCase(), name, ...more })
    const archived = await coupon('Noor old', { status: 'archived' })
    const named = await coupon('Noor new')
    const longer = await coupon('Noora')
    const word = await coupon('For Noor')
    const within = await coupon('Elnoor')
    await coupon('Unlike')
    expect(idsOf(await search(agent, 'noor', { of: 'coupons' }), 'coupons')).toEqual([
      named,
      archived,
      longer,
      word,
      within,
    ])
    expect(await search(agent, 'noor')).toEqual(await search(agent, 'noor'))
  })

  it('looks a number up as an id, and with # as nothing else', async () => {
    expect(idsOf(await search(agent, String(ids.coupon)), 'coupons')).toEqual([ids.coupon])
    const byId = await search(agent, `#${ids.coupon}`)
    expect(idsOf(byId, 'coupons')).toEqual([ids.coupon])
    expect(byId.flatMap(({ records }) => records.map(({ id }) => id)).every((id) => id === ids.coupon)).toBe(true)
  })

  it.each(['', '   ', '#', '#0', '#x', '#12x', '#99999999999999999', 'nobodyiscalledlikethis'])(
    'finds nothing for “%s”',
    async (q) => {
      expect(await search(admin, q)).toEqual([])
    },
  )

  it('finds nothing when nothing is asked', async () => {
    expect((await admin.get(path)).body).toEqual([])
  })

  it('gives a purchase’s kind, so that the page of its kind can be opened', async () => {
    expect(recordsOf(await search(agent, 'WXYZ2345'), 'purchases')[0]).toMatchObject({
      id: ids.purchase,
      title: 'WXYZ2345',
      variant: expect.stringMatching(/^(product|event)$/) as string,
    })
  })
})

describe('what a person cannot see', () => {
  it('is not found: a resource without ui gives none of its records, by whatever they are asked for', async () => {
    for (const q of ['ana', 'WXYZ2345', 'ana.garcia@sample.test', `#${ids.customer}`, String(ids.purchase)]) {
      const found = resourcesOf(await search(editor, q))
      for (const closed of [
        'purchases',
        'customers',
        'coupons',
        'admin-users',
        'discovery-api-users',
        'messages',
        'audit',
      ])
        expect(found, q).not.toContain(closed)
    }
    expect(await search(editor, 'ana', { of: 'purchases,customers,coupons' })).toEqual([])
    expect((await editor.get(path, { records: `customers:${ids.customer},coupons:${ids.coupon}` })).body).toEqual([])
  })

  it('refuses everything to a person without permissions', async () => {
    const stranger = await testContext.server.signIn('no-access')
    expect(await search(stranger, 'ana')).toEqual([])
    expect((await stranger.get(path, { records: `coupons:${ids.coupon}` })).body).toEqual([])
  })

  it('ends with the grant, at once', async () => {
    const finance = await testContext.server.signIn('finance')
    expect(resourcesOf(await search(finance, 'ANA-SUMMER'))).toContain('coupons')
    await sql`delete from role_permissions p using roles r where r.id = p.role_id and r.name = 'finance' and p.object = 'coupons'`.execute(
      testContext.db,
    )
    await expect
      .poll(async () => resourcesOf(await search(finance, 'ANA-SUMMER')), { timeout: 10_000 })
      .not.toContain('coupons')
  })

  it('of a person is their address and number, which stay masked as in lists, for every reader', async () => {
    for (const q of ['ana.garcia@sample.test', '+34612345678', 'García']) {
      const reply = await admin.get(path, { q })
      expect(JSON.stringify(reply.body), q).not.toMatch(/ana\.garcia|612345/)
    }
    expect(recordsOf(await search(admin, 'García'), 'customers')[0]?.details).toEqual(['a•••@sample.test', '+34•••78'])
    expect(recordsOf(await search(admin, 'WXYZ2345'), 'purchases')[0]?.details).toContain('a•••@sample.test')
  })
})

describe('records by their ids', () => {
  it('answer with their titles; those that are gone are left out', async () => {
    const reply = await agent.get(path, {
      records: `coupons:${ids.coupon},purchases:${ids.purchase},coupons:987654321,nothing-like-it:1`,
    })
    expect(reply.body).toMatchObject([
      { resource: 'coupons', records: [{ id: ids.coupon, title: 'ANA-SUMMER' }], hasMore: false },
      { resource: 'purchases', records: [{ id: ids.purchase, title: 'WXYZ2345' }], hasMore: false },
    ])
  })
})

describe('text that means something to a database', () => {
  it.each([
    `'; drop table coupons; --`,
    `" or 1=1 --`,
    `%`,
    `_`,
    `%%%`,
    `\\`,
    `\\'`,
    `a\\%`,
    `$1`,
    `{"$gt":""}`,
    `(select 1)`,
    `\u202e`,
    `😀😀`,
    `~*.*`,
    `${'%'.repeat(200)}`,
  ])('is only looked for: %s', async (q) => {
    const found = await search(admin, q)
    const all = found.flatMap(({ records }) => records)
    expect(
      all.every(({ title, details }) =>
        [title, ...details].some((text) => text.toLowerCase().includes(q.trim().toLowerCase())),
      ),
    ).toBe(true)
    expect(idsOf(await search(admin, 'ANA-SUMMER'), 'coupons')).toEqual([ids.coupon])
  })
})
