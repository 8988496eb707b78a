import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { makePurchases, payPurchase, useOf } from './testing/coupons.server.ts'
import { consumeRedemptions, redeem } from './coupon-redemptions.server.ts'
import {
  type Coupon,
  admin,
  catalogue,
  create,
  fieldsOf,
  fixed,
  next,
  path,
  percentage,
  serveCoupons,
  server,
} from './testing/coupon-drafts.server.ts'

serveCoupons()

const change = (coupon: { id: number }, draft: object) => admin.patch(`${path}/${coupon.id}`, draft)
const read = async (coupon: { id: number }) => (await admin.get(`${path}/${coupon.id}`)).body as Coupon

async function use(coupon: Coupon, { email = `p${next()}@example.com`, consumed = false } = {}): Promise<number> {
  const [purchaseId = 0] = await makePurchases(server.database.kysely, 1, email)
  await server.database.kysely.transaction().execute(async (db) => {
    await redeem(db, purchaseId, coupon.code, useOf(catalogue, { email, customerId: null }))
    if (consumed) await consumeRedemptions(db, purchaseId)
  })
  return purchaseId
}

describe('a coupon', () => {
  it('begins as a draft of its creator, who can name another owner', async () => {
    const mine = await create(percentage())
    expect(mine).toMatchObject({
      status: 'draft',
      state: 'draft',
      timesUsed: 0,
      results: [],
      scope: 'Everything',
      platformShare: 10_000,
    })
    expect(mine.owner?.title).toBe('Ingrid Solheim')
    const staff = (await admin.get('/rest/data/staff')).body as { id: number }[]
    const colleague = staff.find(({ id }) => id !== mine.ownerId)
    expect(await create({ ...percentage(), ownerId: colleague?.id })).toMatchObject({ ownerId: colleague?.id })
  })

  it('has one code in every letter case and width', async () => {
    expect((await create({ ...percentage(), code: 'spring-50' })).code).toBe('SPRING-50')
    for (const code of ['SPRING-50', 'Spring-50', ' spring-50 ', 'ＳＰＲＩＮＧ-５０']) {
      const again = await admin.post(path, { ...percentage(), code })
      expect({ code, status: again.status, fields: fieldsOf(again) }).toEqual({
        code,
        status: 409,
        fields: { code: 'Code is in use by another coupon.' },
      })
    }
  })

  it.each([
    ['ab', /at least 3 characters/],
    ['a'.repeat(41), /at most 40 characters/],
    ['SAVE 10', /can have only/],
    ['SAVÉ', /can have only/],
    ['SAVE\u202e10', /characters|can have only/],
    ['', /required|at least 3/],
  ])('refuses the code %j', async (code, message) => {
    const reply = await admin.post(path, { ...percentage(), code })
    expect(reply.status).toBe(422)
    expect(fieldsOf(reply)['code']).toMatch(message)
  })

  it('keeps only what goes with its kind', async () => {
    const coupon = await create({ ...fixed(), percent: 500, maxDiscounts: [{ currency: 'EUR', amount: 5 }] })
    expect(coupon).toMatchObject({ kind: 'fixed', percent: null, maxDiscounts: [] })
    const changed = await change(coupon, { kind: 'percent', percent: 2000 })
    expect(changed.body).toMatchObject({ kind: 'percent', percent: 2000, amounts: [] })
  })

  it('takes a price in yen and in dinars, whole minor units both', async () => {
    const amounts = [
      { currency: 'JPY', amount: 1500 },
      { currency: 'KWD', amount: 12_345 },
    ]
    expect((await create({ ...fixed(), kind: 'set_price', amounts })).amounts).toEqual(amounts)
  })

  it('is described in its scope, and found by what is in it', async () => {
    const coupon = await create({
      ...percentage(),
      cityIds: [catalogue.cityId],
      eventIds: [catalogue.eventId],
      excludedVenueIds: [catalogue.venueId],
      channels: ['web', 'app'],
      locales: ['es'],
      travelFrom: '2026-06-01',
      travelUntil: '2026-06-30',
    })
    expect(coupon.scope).toBe(
      '1 event, 1 city, not 1 venue, web or app, es, travel from 2026-06-01, travel until 2026-06-30',
    )
    const found = await admin.get(path, { filter: { eventIds: [catalogue.eventId] } })
    expect((found.body as Coupon[]).map(({ id }) => id)).toContain(coupon.id)
  })

  it('counts what is named twice once', async () => {
    const twice = { eventIds: [catalogue.eventId, catalogue.eventId], channels: ['web', 'web'], locales: ['es', 'es'] }
    const once = { eventIds: [catalogue.eventId], channels: ['web'], locales: ['es'], scope: '1 event, web, es' }
    const coupon = await create({ ...percentage(), ...twice })
    expect(coupon).toMatchObject(once)
    expect((await change(coupon, twice)).body).toMatchObject({ ...once, version: coupon.version })
  })

  it.each(['1', null, 1.5])('is not changed by a version that can’t have been read: %j', async (version) => {
    const reply = await change(await create(percentage()), { name: 'Another', version })
    expect([reply.status, fieldsOf(reply)]).toEqual([422, { version: 'Send version as the whole number you read.' }])
  })

  it('names both fields of a window that ends before it begins', async () => {
    const window = { validFrom: '2026-06-02T00:00:00Z', validUntil: '2026-06-01T00:00:00Z' }
    const reply = await admin.post(path, { ...percentage(), ...window })
    expect(fieldsOf(reply)).toEqual({ validUntil: 'Valid until must be later than valid from.' })
  })

  it('can be for travel on a single day', async () => {
    const day = { travelFrom: '2026-06-01', travelUntil: '2026-06-01' }
    expect(await create({ ...percentage(), ...day })).toMatchObject(day)
  })

  it('keeps email domains in lower case, each once', async () => {
    const coupon = await create({ ...percentage(), emailDomains: ['Example.com', 'example.COM', 'acme.co.uk'] })
    expect(coupon.emailDomains).toEqual(['example.com', 'acme.co.uk'])
  })
})

describe('status', () => {
  it('moves by legal steps, and a refusal names the next one', async () => {
    const coupon = await create(percentage())
    const early = await change(coupon, { status: 'paused' })
    expect([early.status, fieldsOf(early)]).toEqual([409, { status: 'It is a draft. Activate or archive it.' }])
    for (const status of ['active', 'paused', 'active', 'archived', 'paused'] as const) {
      expect((await change(coupon, { status })).body).toMatchObject({ status, state: status })
    }
    expect((await change(coupon, { status: 'draft' })).status).toBe(409)
  })

  it('cannot be set active after its end, unless the end moves as well', async () => {
    const coupon = await create({ ...percentage(), validUntil: '2020-01-01T00:00:00Z' })
    expect(fieldsOf(await change(coupon, { status: 'active' }))).toEqual({
      status: 'It has expired. Extend it first.',
    })
    expect((await change(coupon, { status: 'active', validUntil: '2099-01-01T00:00:00Z' })).body).toMatchObject({
      state: 'active',
    })
  })

  it('and the clock make the state, by which lists are filtered', async () => {
    const campaign = `States ${next()}`
    const drafts = {
      draft: {},
      active: { status: 'active' },
      scheduled: { status: 'active', validFrom: '2099-01-01T00:00:00Z' },
      expired: { status: 'active', validUntil: '2099-01-01T00:00:00Z' },
    }
    for (const draft of Object.values(drafts)) await create({ ...percentage(), ...draft, campaign })
    await sql`update coupons set valid_until = '2020-01-01' where campaign = ${campaign} and valid_until is not null`.execute(
      server.database.kysely,
    )
    for (const state of Object.keys(drafts)) {
      const { body } = await admin.get(path, { filter: { state, campaign } })
      expect((body as Coupon[]).map((coupon) => coupon.state)).toEqual([state])
    }
  })
})

describe('a coupon that was used', () => {
  it('keeps its kind, value and currencies', async () => {
    const coupon = await create({ ...fixed(), status: 'active' })
    await use(coupon)
    const cases = [
      ['kind', { kind: 'percent', percent: 10 }],
      ['amounts', { amounts: [{ currency: 'EUR', amount: 1 }] }],
      ['amounts', { amounts: [{ currency: 'USD', amount: 1000 }] }],
    ] as const
    for (const [field, draft] of cases) {
      const reply = await change(coupon, draft)
      expect(reply.status).toBe(409)
      expect(fieldsOf(reply)[field]).toMatch(/^Used once, so the discount is locked\./)
    }
    expect((await change(coupon, { name: 'Another name', amounts: coupon.amounts })).status).toBe(200)
  })

  it('takes no limit below its uses', async () => {
    const coupon = await create({ ...percentage(), status: 'active', totalLimit: 5 })
    await use(coupon)
    await use(coupon)
    const low = await change(coupon, { totalLimit: 1 })
    expect([low.status, fieldsOf(low)]).toEqual([
      422,
      { totalLimit: 'It has been used 2 times, so the limit can’t be lower than that.' },
    ])
    expect((await change(coupon, { totalLimit: 2 })).body).toMatchObject({
      totalLimit: 2,
      timesUsed: 2,
      state: 'exhausted',
    })
  })

  it('cannot be deleted, only archived; an unused one can', async () => {
    const used = await create({ ...percentage(), status: 'active' })
    await use(used)
    const refused = await admin.delete(`${path}/${used.id}`)
    expect(refused).toMatchObject({
      status: 409,
      body: { message: 'Purchases use this coupon, so it can’t be deleted. Archive it instead.' },
    })
    // A purchase names its coupon though nothing was redeemed, as those do that came from elsewhere.
    const named = await create(percentage())
    const [purchaseId] = await makePurchases(server.database.kysely, 1, 'named@example.com')
    await sql`update purchases set coupon_id = ${named.id} where id = ${purchaseId}`.execute(server.database.kysely)
    expect(await admin.delete(`${path}/${named.id}`)).toMatchObject({
      status: 409,
      body: { message: 'Purchases use this coupon, so it can’t be deleted. Archive it instead.' },
    })
    const unused = await create(percentage())
    expect((await admin.delete(`${path}/${unused.id}`)).body).toMatchObject({ id: unused.id, code: unused.code })
    expect((await admin.get(`${path}/${unused.id}`)).status).toBe(404)
  })

  it('shows per currency what it gave away and what came of it', async () => {
    const coupon = await create({ ...percentage(), status: 'active' })
    const purchase = await use(coupon, { consumed: true })
    await use(coupon)
    await server.database.kysely.transaction().execute((db) => payPurchase(db, purchase))
    // Of 90 EUR 5 went back, 60 to the supplier and 3 to the bank: 22 EUR are left for 10 EUR given away.
    expect(await read(coupon)).toMatchObject({
      timesUsed: 2,
      results: [{ currency: 'EUR', uses: 1, discount: 1000, revenue: 8500, margin: 2200, roi: 2.2 }],
    })
  })
})

describe('permissions', () => {
  it('reading needs ui, changing needs write', async () => {
    const [reader, stranger] = [await server.signIn('read-only'), await server.signIn('no-access')]
    expect((await reader.get(path)).status).toBe(200)
    expect((await reader.post(path, percentage())).status).toBe(403)
    expect((await stranger.get(path)).status).toBe(403)
    expect((await server.anonymous.get(path)).status).toBe(403)
  })
})
