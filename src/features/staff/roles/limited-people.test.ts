import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { paths } from './testing/roles.server.ts'
import type { Limits } from '../../../core/access/access.ts'
import { tracesOf } from '../../../core/testing/audit-trail.server.ts'
import {
  admin,
  answer,
  given,
  makeLimited,
  messageOf,
  paris,
  personWith,
  put,
  rome,
  serveLimits,
  testContext,
  upTo,
  without,
} from './testing/limited-roles.server.ts'
import { roleTitle } from '../../../platform/auth/role-labels.ts'

serveLimits()

describe('a person with limits', () => {
  it('learns how by whoami, whose permissions keep their shape, and by another version', async () => {
    const role = await makeLimited(given('ui users'), given('refund purchases', upTo(20_000)))
    const person = await personWith(role)
    const before = await person.get(paths.whoami)
    expect(before.body).toMatchObject({
      permissions: [given('refund purchases'), given('ui users')],
      limits: [{ ...given('refund purchases'), any: [upTo(20_000)] }],
    })
    await put(admin, role, given('ui users', without), given('refund purchases', upTo(20_000)))
    const after = await person.get(paths.whoami)
    expect((after.body as { permissions: unknown }).permissions).toEqual([given('refund purchases'), given('ui users')])
    expect((after.body as { limits: unknown[] }).limits).toHaveLength(2)
    expect(after.headers.get('x-permissions-version')).not.toBe(before.headers.get('x-permissions-version'))
    expect((await admin.get(paths.whoami)).body).toMatchObject({ limits: [] })
  })

  it('has the union during temporary access, and never more than one of them allows', async () => {
    const [own, cityOnly, full] = [
      await makeLimited(given('refund purchases', upTo(20_000)), given('ui users', without)),
      await makeLimited(given('refund purchases', { cities: [rome] })),
      await makeLimited(given('ui users')),
    ]
    const person = await personWith(own)
    for (const role of [cityOnly, full]) {
      expect(
        (
          await admin.post('/rest/data/users/elevations', {
            staffId: person.id,
            role,
            minutes: 30,
            reason: 'Covers for a colleague today',
          })
        ).status,
      ).toBe(201)
    }
    expect((await person.get(paths.whoami)).body).toMatchObject({
      limits: [{ ...given('refund purchases'), any: [upTo(20_000), { cities: [rome] }] }],
    })
    const customer = await testContext.maker.make('customers', { email: 'lent@example.com' })
    await sql`insert into role_permissions (role_id, action, object) select id, 'write', 'users' from roles where name = ${own}`.execute(
      testContext.db,
    )
    expect(
      (await person.post(`/rest/data/users/user/${customer}/reveal`, { reason: 'Asked on the phone' })).status,
    ).toBe(200)
  })

  it('looks as a role with the limits of both', async () => {
    const role = await makeLimited(
      given('refund purchases', upTo(50_000)),
      given('write products', { cities: [rome, paris] }),
      given('ui users'),
    )
    const viewer = await personWith(
      await makeLimited(
        given('ui roles'),
        given('refund purchases', upTo(20_000)),
        given('write products', { cities: [paris] }),
        given('ui users', without),
      ),
    )
    expect((await viewer.get(paths.whoami, {}, { 'x-view-as': role })).body).toMatchObject({
      limits: expect.arrayContaining([
        { ...given('refund purchases'), any: [upTo(20_000)] },
        { ...given('write products'), any: [{ cities: [paris] }] },
        { ...given('ui users'), any: [without] },
      ]) as unknown,
    })
    const sets = (await admin.get(paths.whoami, {}, { 'x-view-as': role })).body as { limits: { any: Limits[] }[] }
    expect(sets.limits.map(({ any }) => any)).toEqual(
      expect.arrayContaining([[upTo(50_000)], [{ cities: [rome, paris] }]]),
    )
  })

  it('is explained with its limits by the access explainer', async () => {
    const role = await makeLimited(given('refund purchases', { ...upTo(20_000), cities: [rome, paris] }))
    const { email } = await personWith(role)
    const explained = (await admin.get(`${paths.users}/${email}/access/refund/purchases`)).body as {
      because: string[]
      from: unknown
    }
    expect(explained.because).toEqual([
      `The role ${roleTitle(role)} has “Purchases · Refund”, up to €200.00, in Rome and Paris.`,
    ])
    expect(explained.from).toMatchObject({ role, by: 'Ingrid Solheim' })
  })
})

describe('access without personal data', () => {
  it('shows no address and number of a customer or purchase, whatever the reason, and says why', async () => {
    const role = await makeLimited(
      given('ui users', without),
      given('write users'),
      given('ui purchases', without),
      given('write purchases'),
      given('impersonate users'),
    )
    const person = await personWith(role)
    const customer = await testContext.maker.make('customers', { email: 'hidden@example.com', phone: '+34612345678' })
    const purchase = await testContext.maker.make('purchases', { customerId: customer })
    const reason = 'Cannot find the voucher of her order'
    expect((await person.get(`/rest/data/users/user/${customer}`)).body).toMatchObject({ email: 'h•••@example.com' })
    for (const [called, reply] of [
      ['Users, API users and admin users', await person.post(`/rest/data/users/user/${customer}/reveal`, { reason })],
      ['Purchases', await person.post(`/rest/data/purchases/${purchase}/reveal`, { reason })],
      ['Users, API users and admin users', await person.get(`/rest/data/users/user/${customer}/signin`, { reason })],
    ] as const) {
      expect([answer(reply), messageOf(reply)]).toEqual([
        '403 BeyondLimits',
        `You have the permission “${called} · See” only without personal data, so addresses and numbers stay masked for you. Ask your access manager.`,
      ])
      expect(await tracesOf(testContext.db, reply)).toMatchObject([{ action: 'refused' }])
    }
    await put(admin, role, given('ui users'), given('write users'), given('impersonate users'))
    expect((await person.post(`/rest/data/users/user/${customer}/reveal`, { reason })).body).toMatchObject({
      email: 'hidden@example.com',
    })
  })

  it('finds no one by an address or number, in a list or in the palette, and by a name as before', async () => {
    const role = await makeLimited(given('ui users', without))
    const person = await personWith(role)
    const id = await testContext.maker.make('customers', {
      email: 'searched.for@example.com',
      phone: '+34612000111',
      firstName: 'Zenobia',
      lastName: 'Quill',
    })
    const found = async (who: typeof admin, q: string) => {
      const list = (await who.get('/rest/data/users/user', { q })).body as { id: number }[]
      const groups = (await who.get('/rest/data/search', { q, of: 'customers' })).body as {
        records: { id: number }[]
      }[]
      return [list, groups.flatMap(({ records }) => records)].map((rows) => rows.some((row) => row.id === id))
    }
    for (const q of ['searched.for@example.com', 'Searched.For@Example.com', '+34612000111', '0034 612 000 111']) {
      expect([q, await found(admin, q), await found(person, q)]).toEqual([q, [true, true], [false, false]])
    }
    for (const q of ['searched.for', '@example.com', 'earched.for@example.com', '612000111', '+3461200011']) {
      expect([q, await found(admin, q)]).toEqual([q, [false, false]])
    }
    expect(await found(person, 'Zenobia')).toEqual([true, true])
  })

  it('ends a view of a customer’s account that is open', async () => {
    const role = await makeLimited(given('ui users'), given('write users'), given('impersonate users'))
    const person = await personWith(role)
    const customer = await testContext.maker.make('customers', { email: 'viewed@example.com' })
    const link = async () =>
      (
        (await person.get(`/rest/data/users/user/${customer}/signin`, { reason: 'Cannot find her order' })).body as {
          token: string
        }
      ).token
    const open = (token: string) => testContext.server.anonymous.post('/rest/customer-view/session', { token })
    const { session } = (await open(await link())).body as { session: string }
    const look = () =>
      testContext.server.anonymous.get('/rest/customer-view/account', undefined, { 'x-customer-view': session })
    expect((await look()).status).toBe(200)
    const unused = await link()
    await put(admin, role, given('ui users', without), given('write users'), given('impersonate users'))
    expect([answer(await look()), answer(await open(unused))]).toEqual(['401 ViewIsOver', '401 LinkIsOver'])
  })
})
