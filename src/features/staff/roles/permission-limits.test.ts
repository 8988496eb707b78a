import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Client } from '../../../app/testing/start.server.ts'
import { openTestContext } from '../../../app/testing/test-context.server.ts'
import type { Limits } from '../../../core/access/access.ts'
import { tracesOf } from '../../../core/testing/audit-trail.server.ts'
import { callerOf } from '../../../core/testing/http-caller.server.ts'
import type { Reply } from '../../../core/testing/test-context.server.ts'
import { problemsIn } from '../../../core/testing/test-context.server.ts'
import { makeStaff } from '../people/testing/staff.server.ts'
import { emails, paths, setRole } from './testing/roles.server.ts'

let testContext: Awaited<ReturnType<typeof openTestContext>>
let admin: Client
let rome: number
let paris: number
let last = 0

beforeAll(async () => {
  testContext = await openTestContext({ postgresUrl: inject('postgresUrl'), name: 'limits' })
  admin = await testContext.server.signIn('admin')
  rome = await testContext.maker.make('cities', { name: 'Rome' })
  paris = await testContext.maker.make('cities', { name: 'Paris' })
})
afterAll(() => testContext?.close())

interface Given {
  action: string
  object: string
  limits?: Limits
}
const without = { personalData: false } as const
const upTo = (amount: number, currency = 'EUR') => ({ maximum: { amount, currency } })
const given = (grant: string, limits?: Limits): Given => {
  const [action = '', object = ''] = grant.split(' ')
  return { action, object, ...(limits && { limits }) }
}
const answer = ({ status, body }: Reply) => `${status} ${(body as { error?: string }).error ?? ''}`.trim()
const messageOf = ({ body }: Reply) => (body as { message: string }).message
const put = (caller: Pick<Client, 'put'>, role: string, ...permissions: Given[]) =>
  caller.put(paths.permissions, { role, permissions })
const permissionsOf = async (role: string) =>
  ((await admin.get(paths.permissions, { role })).body as { permissions: Given[] }).permissions

async function makeLimited(...permissions: Given[]): Promise<string> {
  const name = `limited-${++last}`
  const reply = await admin.post(paths.roles, { name, permissions })
  expect(reply.status, JSON.stringify(reply.body)).toBe(201)
  return name
}

/** A user with that role, signed in. */
async function personWith(role: string) {
  const person = await makeStaff(testContext.db, role)
  return { ...person, ...callerOf(testContext.server.url, person.token) }
}

describe('limits of permissions', () => {
  it('travel beside action and object, cities in order and once, and only where there are some', async () => {
    const role = await makeLimited(
      given('ui coupons'),
      given('refund purchases', { ...upTo(20_000), cities: [paris, rome, paris] }),
      given('ui users', without),
    )
    const expected = [
      given('ui coupons'),
      given('refund purchases', { ...upTo(20_000), cities: [rome, paris] }),
      given('ui users', without),
    ]
    expect(await permissionsOf(role)).toEqual(expected)
    const sets = (await admin.get(paths.permissions)).body as { role: string }[]
    expect(sets.find((set) => set.role === role)).toEqual({ role, permissions: expected })
    const again = await put(admin, role, ...expected)
    expect([again.status, again.headers.get('etag'), await tracesOf(testContext.db, again)]).toEqual([200, '"1"', []])
  })

  it('change by PUT, and the audit says in words what they were and are', async () => {
    const role = await makeLimited(
      given('refund purchases', upTo(20_000)),
      given('write products'),
      given('ui users', without),
    )
    const reply = await put(
      admin,
      role,
      given('refund purchases', { ...upTo(50_000), cities: [rome, paris] }),
      given('write products', { cities: [paris] }),
      given('ui users', {}),
    )
    expect([reply.status, reply.headers.get('etag')]).toEqual([200, '"2"'])
    expect(await permissionsOf(role)).toEqual([
      given('write products', { cities: [paris] }),
      given('refund purchases', { ...upTo(50_000), cities: [rome, paris] }),
      given('ui users'),
    ])
    expect(await tracesOf(testContext.db, reply)).toMatchObject([
      {
        action: 'update-permissions',
        title: role,
        before: { 'refund purchases': 'up to EUR 200.00', 'write products': true, 'ui users': 'without personal data' },
        after: {
          'refund purchases': 'up to EUR 500.00, in Rome and Paris',
          'write products': 'in Paris',
          'ui users': true,
        },
      },
    ])
  })

  it.each<[string, Given | Record<string, unknown>, string]>([
    [
      'an amount without a currency',
      { ...given('refund purchases'), limits: { maximum: { amount: 5 } } },
      'permissions.0.limits.maximum.currency',
    ],
    [
      'a currency that does not exist',
      given('refund purchases', upTo(5, 'XXQ')),
      'permissions.0.limits.maximum.currency',
    ],
    ['an amount of nothing', given('refund purchases', upTo(0)), 'permissions.0.limits.maximum.amount'],
    ['half a cent', given('refund purchases', upTo(0.5)), 'permissions.0.limits.maximum.amount'],
    ['an amount on writing', given('write purchases', upTo(5)), 'permissions.0.limits.maximum'],
    ['no cities at all', given('write products', { cities: [] }), 'permissions.0.limits.cities'],
    ['a city that does not exist', given('write products', { cities: [999_999] }), 'permissions.0.limits.cities'],
    ['cities on looking', given('ui products', { cities: [1] }), 'permissions.0.limits.cities'],
    ['cities where nothing is in one', given('write coupons', { cities: [1] }), 'permissions.0.limits.cities'],
    [
      'personal data left in',
      { ...given('ui users'), limits: { personalData: true } },
      'permissions.0.limits.personalData',
    ],
    ['personal data where there is none', given('ui coupons', without), 'permissions.0.limits.personalData'],
    ['personal data on writing', given('write users', without), 'permissions.0.limits.personalData'],
    ['a limit that nobody knows', { ...given('ui users'), limits: { rows: 5 } }, 'permissions.0.limits.rows'],
    ['text', { ...given('ui users'), limits: 'none' }, 'permissions.0.limits'],
  ])('are refused with %s, by the field', async (_, permission, field) => {
    const role = await makeLimited(given('ui users'))
    const reply = await admin.put(paths.permissions, { role, permissions: [permission] })
    expect([answer(reply), Object.keys(problemsIn(reply))]).toEqual(['422 InvalidInput', [field]])
    expect(await permissionsOf(role)).toEqual([given('ui users')])
  })

  it('are held to their rules by the database too', async () => {
    const role = await makeLimited(given('refund purchases'), given('write products'), given('ui users'))
    const set = (grant: string, values: string) =>
      sql`
      update role_permissions set ${sql.raw(values)} where action || ' ' || object = ${grant} and role_id = (select id from roles where name = ${role})`.execute(
        testContext.db,
      )
    for (const [grant, values] of [
      ['refund purchases', 'maximum_amount = 5'],
      ['refund purchases', `maximum_currency = 'EUR'`],
      ['refund purchases', `maximum_amount = 0, maximum_currency = 'EUR'`],
      ['refund purchases', `maximum_amount = 5, maximum_currency = 'XXQ'`],
      ['write products', `maximum_amount = 5, maximum_currency = 'EUR'`],
      ['write products', `city_ids = '{}'`],
      ['write products', `city_ids = '{999999}'`],
      ['write products', `city_ids = '{null}'`],
      ['ui users', `city_ids = '{${rome}}'`],
      ['write products', 'personal_data = false'],
      ['ui users', 'personal_data = null'],
    ] as const)
      await expect(set(grant, values), `${grant}: ${values}`).rejects.toThrow(/violates|not in cities/)
    expect(await permissionsOf(role)).toEqual([given('write products'), given('refund purchases'), given('ui users')])
  })

  it('are offered by the list of actions where something heeds them', async () => {
    const actions = (await admin.get(paths.actions)).body as { name: string; limits: Record<string, string[]> }[]
    const limitsOf = (action: string) => actions.find(({ name }) => name === action)?.limits
    expect(limitsOf('ui')).toEqual({
      maximum: [],
      cities: [],
      personalData: ['alias-reviews', 'lineups', 'product-reviews', 'purchases', 'settings', 'users'],
    })
    expect(limitsOf('export')).toEqual({ maximum: [], cities: [], personalData: [] })
    expect(limitsOf('refund')?.['maximum']).toContain('purchases')
    expect(limitsOf('write')?.['cities']).toEqual(
      expect.arrayContaining(['events', 'performances', 'places', 'products', 'purchases']),
    )
    expect(limitsOf('write')?.['cities']).not.toContain('coupons')
  })
})

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
      `The role ${role} has “refund” on purchases, up to EUR 200.00, in Rome and Paris.`,
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
    for (const [object, reply] of [
      ['users', await person.post(`/rest/data/users/user/${customer}/reveal`, { reason })],
      ['purchases', await person.post(`/rest/data/purchases/${purchase}/reveal`, { reason })],
      ['users', await person.get(`/rest/data/users/user/${customer}/signin`, { reason })],
    ] as const) {
      expect([answer(reply), messageOf(reply)]).toEqual([
        '403 BeyondLimits',
        `You have “ui” on ${object} only without personal data, so addresses and numbers stay masked for you. Ask your access manager.`,
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

describe('no one grants more than they have', () => {
  async function manager(...permissions: Given[]) {
    return await personWith(await makeLimited(given('ui roles'), given('write roles'), ...permissions))
  }

  it('of a permission that they hold with limits: the same or less goes, more does not', async () => {
    const limited = await manager(
      given('refund purchases', { ...upTo(20_000), cities: [rome, paris] }),
      given('ui users', without),
    )
    const role = await makeLimited()
    for (const less of [
      given('refund purchases', { ...upTo(20_000), cities: [rome, paris] }),
      given('refund purchases', { ...upTo(5), cities: [paris] }),
      given('ui users', without),
    ]) {
      expect(answer(await put(limited, role)), 'nothing').toBe('200')
      expect(answer(await put(limited, role, less)), JSON.stringify(less)).toBe('200')
    }
    await put(limited, role)
    for (const more of [
      given('refund purchases'),
      given('refund purchases', upTo(20_000)),
      given('refund purchases', { cities: [rome] }),
      given('refund purchases', { ...upTo(20_001), cities: [rome] }),
      given('refund purchases', { ...upTo(1, 'USD'), cities: [rome] }),
      given('ui users'),
    ]) {
      expect(answer(await put(limited, role, more)), JSON.stringify(more)).toBe('403 Escalation')
      expect(
        answer(await limited.post(paths.roles, { name: `loot-${++last}`, permissions: [more] })),
        JSON.stringify(more),
      ).toBe('403 Escalation')
    }
    expect(messageOf(await put(limited, role, given('ui users')))).toBe(
      'You can only give what you hold yourself, and you lack “ui” on users other than without personal data.',
    )
    expect(await permissionsOf(role)).toEqual([])
  })

  it('by taking a limit away or widening it; narrowing is no handing out', async () => {
    const limited = await manager(given('refund purchases', upTo(20_000)))
    const role = await makeLimited(given('refund purchases', upTo(50_000)), given('ui users', without))
    expect(answer(await put(limited, role, given('refund purchases', upTo(50_000)), given('ui users')))).toBe(
      '403 Escalation',
    )
    expect(answer(await put(limited, role, given('refund purchases'), given('ui users', without)))).toBe(
      '403 Escalation',
    )
    expect(answer(await put(limited, role, given('refund purchases', upTo(60_000)), given('ui users', without)))).toBe(
      '403 Escalation',
    )
    // More than they hold themselves, but less than the role has.
    expect(
      answer(
        await put(
          limited,
          role,
          given('refund purchases', { ...upTo(40_000), cities: [rome] }),
          given('ui users', without),
        ),
      ),
    ).toBe('200')
    const {
      rows: [row],
    } = await sql<{ by: string }>`
      select p.first_name as by from role_permissions g join staff p on p.id = g.granted_by join roles r on r.id = g.role_id where r.name = ${role} and g.action = 'refund'`.execute(
      testContext.db,
    )
    expect(row?.by).toBe('Ingrid')
  })

  it('by giving a person a role that reaches further, for a time or for good', async () => {
    const limited = await manager(given('ui users', without), given('write users'), given('manage-staff users'))
    const further = await makeLimited(given('ui users'))
    const same = await makeLimited(given('ui users', without))
    const assign = (role: string) => limited.put(paths.users, { email: emails['no-access'], role })
    expect([answer(await assign(further)), answer(await assign(same))]).toEqual(['403 Escalation', '200'])
    await setRole(testContext.server, emails['no-access'], 'no-access')
    const {
      body: { id },
    } = (await admin.get(paths.users, { email: emails['no-access'] })) as { body: { id: number } }
    const lend = (role: string) =>
      limited.post('/rest/data/users/elevations', {
        staffId: id,
        role,
        minutes: 30,
        reason: 'Covers for a colleague today',
      })
    expect([answer(await lend(further)), answer(await lend(same))]).toEqual(['403 Escalation', '201'])
    const {
      rows: [me],
    } = await sql<{ id: number }>`select id from staff where email = ${limited.email}`.execute(testContext.db)
    await expect(
      sql`
      insert into elevations (staff_id, role_id, role_name, minutes, reason, decision, decided_by, decided_at, ends_at)
      select ${id}, r.id, r.name, 30, 'Straight into the table', 'granted', ${me?.id}, now(), now() + interval '30 minutes' from roles r where r.name = ${further}`.execute(
        testContext.db,
      ),
    ).rejects.toThrow('No one grants access that they do not have: ui on users')
  })
})
