import { sql } from 'kysely'
import type { Limits } from '../../../core/access/access.ts'
import { cityTitles } from '../../../core/calls/city-limits.server.ts'
import { foldEmail } from '../../../core/email.ts'
import type { Endpoint } from '../../../core/http/endpoint.ts'
import type { Db } from '../../../db/tables.server.ts'
import { implement } from '../../../core/http/endpoint.server.ts'
import type { Implementation } from '../../../core/http/endpoint.server.ts'
import { Refusal } from '../../../core/errors/errors.ts'
import { t } from '../../../core/i18n/language.ts'
import { limitWords, mergeLimits } from '../../../core/access/limits.ts'
import { permissionActions, permissionObjects } from '../../../core/access/permissions.ts'
import { cities } from '../../places/geo/cities.ts'
import type { Explanation } from './access-explanation.ts'
import { explainAccess } from './access-explanation.ts'
import { permissionTitle } from './matrix-labels.ts'
import { policiesOf } from './permission-objects.server.ts'
import { fetchUser } from './role-records.server.ts'
import { adminRole } from './role-rules.server.ts'
import type { ConsoleUser } from './role-users.ts'
import { roleTitle } from '../../../platform/auth/role-labels.ts'

interface Holder {
  role: string
  since: string
  by: string | null
  limits: Limits | null
}

/** Answers from what the access check itself reads. `endpoints` says what asks for which permission. */
export function explainAccessServer(endpoints: () => readonly Endpoint[]): Implementation {
  return implement(explainAccess, async ({ params: { email, action, object }, db }) => {
    const user = await fetchUser(db, foldEmail(email))
    if (!Object.hasOwn(permissionActions, action)) throw new Refusal(404, t('Action {action} not found.', { action }))
    if (!(await isObject(db, object))) throw new Refusal(404, t('Object {object} not found.', { object }))
    const { rows: holders } = await sql<Holder>`
      select r.name as role, g.created_at as since, g.limits,
        nullif(trim(concat(giver.first_name, ' ', giver.last_name)), '') as by
      from role_permissions g join roles r on r.id = g.role_id left join staff giver on giver.id = g.granted_by
      where g.action = ${action} and g.object = ${object} order by lower(r.name)`.execute(db)
    const { rows: temporary } = await sql<{ role: string; until: string }>`
      select r.name as role, e.ends_at as until from elevations e join roles r on r.id = e.role_id
      where e.staff_id = ${user.id} and e.decision = 'granted' and e.ended_at is null and e.ends_at > now()
      order by e.ends_at desc`.execute(db)
    const name = `${user.first_name} ${user.last_name}`.trim() || user.email
    const held = [user.role, ...temporary.map(({ role }) => role)]
    const own = holders.filter(({ role }) => held.includes(role))
    const ways =
      own.length === 0 || held.includes(adminRole) ? null : mergeLimits(own.map(({ limits }) => limits ?? {}))
    const extent = ways
      ? limitWords(
          ways,
          await cityTitles(
            db,
            cities,
            ways.flatMap((way) => way.cities ?? []),
          ),
        )
      : null
    // The user's own role decides, unless a temporary grant reaches further.
    const deciding = own.filter(({ limits }) => ways !== null || limits === null)
    const from = deciding.find(({ role }) => role === user.role) ?? deciding[0] ?? null
    const lender =
      user.role === adminRole || from?.role === user.role
        ? undefined
        : temporary.find(({ role }) => role === adminRole || role === from?.role)
    const isLimitedAlone = lender !== undefined && own.some(({ role }) => role === user.role)
    return {
      email: user.email,
      name,
      role: user.role,
      action,
      object,
      ...verdict({ user, name, from, lender, holders, action, object, extent, isLimitedAlone }),
      from: held.includes(adminRole) || from === null ? null : { role: from.role, since: from.since, by: from.by },
      rolesThatMay: [adminRole, ...holders.map(({ role }) => role)].filter((role) => !held.includes(role)),
      opens: endpoints()
        .filter((endpoint) => policiesOf(endpoint).some(([on, what]) => on === object && what === action))
        .map(({ summary }) => summary),
    }
  })
}

async function isObject(db: Db, name: string): Promise<boolean> {
  if (Object.hasOwn(permissionObjects, name)) return true
  const { rows } = await sql`select 1 from permission_objects where name = ${name}`.execute(db)
  return rows.length > 0
}

interface Case {
  user: ConsoleUser
  name: string
  from: Holder | null
  lender: { role: string; until: string } | undefined
  holders: readonly Holder[]
  action: string
  object: string
  /** How far it reaches, in words; null: all the way. */
  extent: string | null
  /** Without temporary grants they would have it with limits. */
  isLimitedAlone: boolean
}

const labelled = (label: string | undefined, name: string) => [{ name, label: t(label ?? name) }]

const notNow = {
  invited: (name: string) =>
    t('{name} has been invited but has not signed in yet, so they have no access so far.', { name }),
  suspended: (name: string) => t('{name} is suspended, so they have no access, whatever their role.', { name }),
} as const

function verdict({
  user,
  name,
  from,
  lender,
  holders,
  action,
  object,
  extent,
  isLimitedAlone,
}: Case): Pick<Explanation, 'isAllowed' | 'because'> {
  const names = {
    objects: labelled(permissionObjects[object]?.label, object),
    actions: labelled(permissionActions[action], action),
  }
  const what = t('“{title}”', { title: permissionTitle(names, action, object) })
  const byRole = lender
    ? lentWords()
    : user.role === adminRole
      ? t('{name} has the role {adminRole}, with full access.', { name, adminRole: roleTitle(adminRole) })
      : from
        ? t('The role {role} has {what}.', {
            role: roleTitle(user.role),
            what: extent === null ? what : `${what}, ${extent}`,
          })
        : t('The role {role}, which {name} has, lacks {what}.', { role: roleTitle(user.role), name, what })
  const isGranted = user.role === adminRole || from !== null || lender !== undefined
  if (user.status !== 'active') return { isAllowed: false, because: [notNow[user.status](name), byRole] }
  if (isGranted) return { isAllowed: true, because: [byRole] }
  const others = holders.map(({ role }) => roleTitle(role))
  const way =
    others.length === 0
      ? t('Only the role {adminRole} has it. Add it to the role {role}, or to a new one.', {
          adminRole: roleTitle(adminRole),
          role: roleTitle(user.role),
        })
      : t(
          '{n, plural, one {The role} other {The roles}} {others} {n, plural, one {has} other {have}} it, besides {adminRole}.',
          { n: others.length, others: others.join(', '), adminRole: roleTitle(adminRole) },
        )
  return { isAllowed: false, because: [byRole, way] }

  function lentWords(): string {
    const said = {
      role: roleTitle(user.role),
      what,
      name,
      lender: roleTitle(lender?.role ?? ''),
      until: lender?.until ?? '',
    }
    const sentence = isLimitedAlone
      ? t('The role {role} limits {what}, but {name} has the role {lender} until {until}.', said)
      : t('The role {role} lacks {what}, but {name} has the role {lender} until {until}.', said)
    return extent === null ? sentence : `${sentence} ${t('That role has it {extent}.', { extent })}`
  }
}
