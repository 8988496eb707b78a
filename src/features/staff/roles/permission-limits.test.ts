import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { emails, paths, setRole } from './testing/roles.server.ts'
import { tracesOf } from '../../../core/testing/audit-trail.server.ts'
import { problemsIn } from '../../../core/testing/test-context.server.ts'
import {
  type Given,
  admin,
  answer,
  given,
  makeLimited,
  messageOf,
  next,
  paris,
  personWith,
  put,
  rome,
  serveLimits,
  testContext,
  upTo,
  without,
} from './testing/limited-roles.server.ts'

serveLimits()

const permissionsOf = async (role: string) =>
  ((await admin.get(paths.permissions, { role })).body as { permissions: Given[] }).permissions

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
        before: { 'refund purchases': 'up to €200.00', 'write products': true, 'ui users': 'without personal data' },
        after: {
          'refund purchases': 'up to €500.00, in Rome and Paris',
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
      personalData: ['alias-reviews', 'lineups', 'messages', 'product-reviews', 'purchases', 'users'],
      maxOverridePercent: [],
    })
    expect(limitsOf('export')).toEqual({ maximum: [], cities: [], personalData: [], maxOverridePercent: [] })
    expect(limitsOf('refund')?.['maximum']).toContain('purchases')
    expect(limitsOf('write')?.['cities']).toEqual(
      expect.arrayContaining(['events', 'performances', 'places', 'products', 'purchases']),
    )
    expect(limitsOf('write')?.['cities']).not.toContain('coupons')
    expect(limitsOf('write')?.['maxOverridePercent']).toEqual(['purchases'])
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
        answer(await limited.post(paths.roles, { name: `loot-${next()}`, permissions: [more] })),
        JSON.stringify(more),
      ).toBe('403 Escalation')
    }
    expect(messageOf(await put(limited, role, given('ui users')))).toBe(
      'You can only give permissions that you have, and you lack “Users, API users and admin users · See” other than without personal data.',
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
