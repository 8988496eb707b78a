import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Actor } from '../../core/access/access.ts'
import type { AuditTrail } from '../../core/audit/audit.server.ts'
import { assertInCities } from '../../core/calls/city-limits.server.ts'
import { lookupIn } from '../../core/calls/registry.server.ts'
import { invalid, type Refusal } from '../../core/errors/errors.ts'
import type { Implementation } from '../../core/http/endpoint.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { t } from '../../core/i18n/language.ts'
import type { Lookup } from '../../core/list/list-sql.server.ts'
import { cityKeyOf } from '../../core/resource/city-limits.ts'
import { columnOf } from '../../core/resource/fields.ts'
import { auditTitleOf } from '../../core/resource/personal.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { tableOf } from '../../core/resource/resource.ts'
import type { ResourceServer } from '../../core/resource/resource.server.ts'
import { defineSignal } from '../../core/signal.ts'
import type { Db } from '../../db/tables.server.ts'
import { staffCan } from '../inbox/staff-with.server.ts'
import type { Assignee, AssignmentResults } from './assignments.ts'
import { assignmentCalls, maxSnoozeDays } from './assignments.ts'
import { isAssignable } from './is-assignable.ts'

/** Records were assigned to a person, or to no one; in the same transaction. */
export const recordsAssigned =
  defineSignal<
    [{ db: Db; resource: AnyResource; ids: readonly number[]; by: Actor; to: { id: number; name: string } | null }]
  >()

type Work = {
  readonly assigneeId: number | null
  readonly snoozedUntil: string | null
  readonly tags: readonly string[]
}
type Row = Work & { readonly id: number; readonly title: string; readonly cityId: number | null }

interface Change {
  readonly ids: readonly number[]
  readonly action: 'assign' | 'snooze' | 'tag'
  /** What a record becomes, in SQL over the row called `t`. */
  readonly set: Readonly<Record<string, RawBuilder<unknown>>>
  readonly reason?: string | null | undefined
  /** Whose the records become. */
  readonly to?: Assignee | null
}

/** The calls about sharing work, for every resource whose definition has the fields for it. */
export function implementAssignments(servers: readonly ResourceServer[]): readonly Implementation[] {
  const all = servers.map(({ resource }) => resource)
  const lookup = lookupIn(all)
  return all.filter(isAssignable).flatMap((resource) => callsOf(resource, lookup))
}

function callsOf(resource: AnyResource, lookup: Lookup): readonly Implementation[] {
  const calls = assignmentCalls(resource)
  const limited = { enforcesLimits: true } as const
  const context = { resource, lookup }
  return [
    implement(calls.people, ({ db, actor }) => peopleFor(db, resource, actor), limited),
    implement(
      calls.assign,
      async ({ db, actor, input, audit }) => {
        const to = input.assigneeId === null ? null : await personOf(db, resource, actor, input.assigneeId)
        const set = { assigneeId: sql`${to?.id ?? null}::bigint` }
        const answer = await change(context, { db, actor, audit }, { ...input, action: 'assign', set, to })
        const changed = answer.results.filter(({ isChanged }) => isChanged).map(({ id }) => id)
        if (changed.length > 0) await recordsAssigned.emit({ db, resource, ids: changed, by: actor, to })
        return answer
      },
      limited,
    ),
    implement(
      calls.snooze,
      async ({ db, actor, input, audit }) => {
        const { until } = input
        if (until !== null) assertAhead(until)
        const set = { snoozedUntil: sql`date_trunc('milliseconds', ${until}::timestamptz)` }
        return await change(context, { db, actor, audit }, { ...input, action: 'snooze', set })
      },
      limited,
    ),
    implement(
      calls.tag,
      async ({ db, actor, input, audit }) => {
        const { add, remove } = input
        if (add.length + remove.length === 0) throw invalid({ add: t('Enter a tag to add or remove.') })
        const set = {
          tags: sql`(select coalesce(array_agg(distinct w order by w), '{}') from unnest(t.tags || ${add}::text[]) w
            where w <> all(${remove}::text[]))`,
        }
        return await change(context, { db, actor, audit }, { ...input, action: 'tag', set })
      },
      limited,
    ),
  ]
}

function assertAhead(until: string): void {
  const days = (Date.parse(until) - Date.now()) / 86_400_000
  if (days <= 0) throw invalid({ until: t('Choose a time in the future.') })
  if (days > maxSnoozeDays) throw invalid({ until: t('Choose a time in the next {n} days.', { n: maxSnoozeDays }) })
}

/** Everyone who can change the records, by name. */
async function peopleFor(db: Db, { access }: AnyResource, actor: Actor, id?: number): Promise<Assignee[]> {
  const object = access.update ?? access.object
  const { rows } = await sql<Assignee>`
    select s.id, s.name, s.id is not distinct from ${actor.id}::bigint as "isMe"
    from staff s
    where s.status = 'active' and ${id === undefined ? sql`true` : sql`s.id = ${id}`} and ${staffCan('write', sql`${object}`)}
    order by s.name, s.id`.execute(db)
  return rows
}

async function personOf(db: Db, resource: AnyResource, actor: Actor, id: number): Promise<Assignee> {
  const [person] = await peopleFor(db, resource, actor, id)
  if (!person) throw cannotWork()
  return person
}

function cannotWork(): Refusal {
  return invalid({ assigneeId: t('This person can’t work on it. Choose someone else.') })
}

/** Refuses records in cities that the person's permission is not for: every command there would refuse them. */
async function assertWithinReach(db: Db, { access }: AnyResource, id: number, rows: readonly Row[]): Promise<void> {
  const cities = [...new Set(rows.map(({ cityId }) => cityId))]
  const reaches = sql`(g.city_ids is null or c.id = any(g.city_ids))`
  const {
    rows: [beyond],
  } = await sql`
    select from staff s, unnest(${cities}::bigint[]) c (id)
    where s.id = ${id} and not ${staffCan('write', sql`${access.update ?? access.object}`, reaches)} limit 1`.execute(
    db,
  )
  if (beyond) throw cannotWork()
}

/** Changes all of them in one statement, after a lock in the order of their ids; what is so already is left alone. */
async function change(
  context: { resource: AnyResource; lookup: Lookup },
  { db, actor, audit }: { db: Db; actor: Actor; audit: AuditTrail },
  { ids, action, set, reason, to = null }: Change,
): Promise<AssignmentResults> {
  const { resource } = context
  const { object, update = object } = resource.access
  const before = await lockRows(db, resource, ids)
  await assertInCities(context, { actor, db }, update, before)
  if (to !== null) await assertWithinReach(db, resource, to.id, before)
  const { rows: after } = await sql<Work & { id: number }>`
    update ${sql.table(tableOf(resource))} t set ${sql.join(
      Object.entries(set).map(([key, value]) => sql`${sql.ref(columnOf(key))} = ${value}`),
    )}, version = t.version + 1, updated_at = now()
    where t.id = any(${before.map(({ id }) => id)}::bigint[]) and (${sql.join(
      Object.entries(set).map(([key, value]) => sql`t.${sql.ref(columnOf(key))} is distinct from ${value}`),
      sql` or `,
    )})
    returning t.id, ${work}`.execute(db)
  const changed = new Map(after.map((row) => [row.id, row]))
  for (const row of before) {
    const now = changed.get(row.id)
    if (!now) continue
    const pick = (from: Work) => Object.fromEntries(Object.keys(set).map((key) => [key, from[key as keyof Work]]))
    audit.record({
      action,
      object: resource.name,
      recordId: row.id,
      title: auditTitleOf(resource, { [resource.title]: row.title }),
      before: pick(row),
      after: { ...pick(now), ...(reason && { reason }) },
    })
  }
  const known = new Map(before.map((row) => [row.id, row.title]))
  return {
    results: [...new Set(ids)].map((id) => ({ id, title: known.get(id) ?? `#${id}`, isChanged: changed.has(id) })),
  }
}

const work = sql`t.assignee_id as "assigneeId", t.tags,
  to_char(t.snoozed_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "snoozedUntil"`

async function lockRows(db: Db, resource: AnyResource, ids: readonly number[]): Promise<readonly Row[]> {
  const city = cityKeyOf(resource)
  const { rows } = await sql<Row>`
    select t.id, t.${sql.ref(columnOf(resource.title))} as title, ${work},
      ${city === null ? sql`null` : sql`t.${sql.ref(columnOf(city))}`} as "cityId"
    from ${sql.table(tableOf(resource))} t where t.id = any(${ids}::bigint[]) order by t.id for update`.execute(db)
  return rows
}
