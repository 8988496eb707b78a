import { sql } from 'kysely'
import type { Grants } from '../../core/access/access.ts'
import { crud } from '../../core/calls/crud.server.ts'
import type { Call, Handler, Implementation } from '../../core/http/endpoint.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { implement, JsonText } from '../../core/http/endpoint.server.ts'
import { Refusal } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import type { Lookup } from '../../core/list/list-sql.server.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { readAuditChoices, readAuditNames } from './audit.endpoints.ts'
import type { Changed } from './audit-names.server.ts'
import { namesIn } from './audit-names.server.ts'
import { auditServer } from './audit.server.ts'
import { masked, namedAfterPeople } from './personal.ts'

type Values = Record<string, unknown>

/** The list and single entries as the core serves them, without what the caller can't see. */
export function readingServers(
  resources: readonly AnyResource[],
  lookup: Lookup,
  timeZone: string,
): readonly Implementation[] {
  const byName = new Map(resources.map((resource) => [resource.name, resource]))
  const mask = (entry: Values, grants: Grants) => masked(entry, byName.get(String(entry['object'])), grants)
  return [
    ...crud(auditServer, lookup, timeZone).map((implementation) => ({
      ...implementation,
      handle: async (call: Call) => maskReply(await ask(implementation.handle, call, resources), call, mask),
    })),
    implement(readAuditChoices, async ({ db }) => ({
      people: await readPeople(db),
      objects: await distinct(db, 'object'),
      actions: await distinct(db, 'action'),
    })),
    implement(
      readAuditNames,
      async ({ params, db, actor }) => await namesIn([await changesOf(db, params.id)], byName, db, actor.grants),
    ),
  ]
}

interface Asked {
  readonly filter?: string
  readonly q?: string
  readonly fields?: string
}

/** Asks the core, and for what masking needs besides: which object an entry is about, and no search by hidden titles. */
async function ask(handle: Handler, call: Call, resources: readonly AnyResource[]): Promise<unknown> {
  const query = call.query as Asked | undefined
  if (query === undefined) return await handle(call)
  const filter = narrowed(query, namedAfterPeople(resources))
  const fields = withObject(query.fields)
  return await handle({
    ...call,
    query: { ...query, ...(filter !== undefined && { filter }), ...(fields !== undefined && { fields }) },
  })
}

/** Anything that is not understood is left as it is, for the core to refuse. */
function narrowed({ filter, q }: Asked, names: readonly string[]): string | undefined {
  const given = filter === undefined ? {} : objectIn(filter)
  if (!given || names.length === 0 || (q === undefined && !('q' in given) && !('title' in given))) return filter
  const { object } = given
  const isParts = typeof object === 'object' && object !== null && !Array.isArray(object)
  const parts: Values = isParts ? (object as Values) : object === undefined ? {} : { is: object }
  const not = parts['not'] === undefined ? names : [...[parts['not']].flat(), ...names]
  return isParts && Object.keys(parts).length === 0 ? filter : JSON.stringify({ ...given, object: { ...parts, not } })
}

function withObject(fields: string | undefined): string | undefined {
  if (fields === undefined) return undefined
  const keys = jsonIn(fields)
  return Array.isArray(keys) && (keys.includes('title') || keys.includes('changes'))
    ? JSON.stringify([...(keys as unknown[]), 'object'])
    : fields
}

function jsonIn(text: unknown): unknown {
  try {
    return JSON.parse(String(text))
  } catch {
    return undefined
  }
}

function objectIn(text: unknown): Values | undefined {
  const value = jsonIn(text)
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Values) : undefined
}

function maskReply(reply: unknown, call: Call, mask: (entry: Values, grants: Grants) => Values): unknown {
  const { grants } = call.actor
  if (!(reply instanceof JsonText)) return mask(reply as Values, grants)
  const { fields } = (call.query ?? {}) as Asked
  const asked = fields === undefined ? undefined : jsonIn(fields)
  const isExtra = Array.isArray(asked) && !asked.includes('object')
  const entries = (JSON.parse(reply.text) as Values[]).map((entry) => {
    const shown = mask(entry, grants)
    if (!isExtra) return shown
    const { object: _, ...rest } = shown
    return rest
  })
  return new JsonText(JSON.stringify(entries))
}

/** The values that a column of the audit has, found by leaping from one to the next in its index. */
async function distinct(db: Db, column: 'object' | 'action'): Promise<string[]> {
  const name = sql.ref(column)
  const { rows } = await sql<{ value: string }>`
    with recursive found (value) as (
      (select ${name} from audit_log order by ${name} limit 1)
      union all
      select (select ${name} from audit_log where ${name} > found.value order by ${name} limit 1) from found where found.value is not null
    )
    select value from found where value is not null limit 1000`.execute(db)
  return rows.map(({ value }) => value)
}

/** Everybody who occurs, by the name that they had last. */
async function readPeople(db: Db) {
  const person = sql`coalesce(real_actor_id, actor_id)`
  const { rows } = await sql<{ id: number; name: string; email: string | null }>`
    with recursive found (id) as (
      (select ${person} from audit_log where ${person} is not null order by 1 limit 1)
      union all
      select (select ${person} from audit_log where ${person} > found.id order by 1 limit 1) from found where found.id is not null
    )
    select found.id, last.name, last.email from found cross join lateral (
      select coalesce(real_actor_name, actor_name) as name, coalesce(real_actor_email, actor_email) as email
      from audit_log where ${person} = found.id order by at desc, id desc limit 1
    ) last order by last.name, found.id limit 2000`.execute(db)
  return rows
}

async function changesOf(db: Db, id: string): Promise<Changed> {
  const {
    rows: [entry],
  } = /^[1-9][0-9]{0,14}$/.test(id)
    ? await sql<Changed>`select object, before, after from audit_log where id = ${Number(id)}`.execute(db)
    : { rows: [] }
  if (!entry) throw new Refusal(404, t('Audit entry not found.'))
  return entry
}
