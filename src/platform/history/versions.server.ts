import { sql } from 'kysely'
import type { ResourceContext } from '../../core/calls/record-rows.server.ts'
import { updateRecord } from '../../core/calls/crud.server.ts'
import { etagOf, fetchRecord, idOf, lockRecord, missing } from '../../core/calls/record-rows.server.ts'
import { refusalOf } from '../../core/resource/database-errors.server.ts'
import type { Call, Implementation } from '../../core/http/endpoint.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { Refusal } from '../../core/errors/errors.ts'
import { formatInstant } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { maskedRecord } from '../../core/resource/personal.ts'
import { inSentence } from '../../core/resource/resource.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { namesIn } from '../audit/audit-names.server.ts'
import type { Change } from '../audit/personal.ts'
import { masked } from '../audit/personal.ts'
import type { Step, Values } from './audit-trail.server.ts'
import { beyond, stepsOf, storedKeys, valuesThen, wayBack } from './audit-trail.server.ts'
import type { Side, Version } from './record.endpoints.ts'
import { historyEndpoint, restoreEndpoint, versionEndpoint, versionsAtOnce } from './record.endpoints.ts'
import { unseenKeys } from './unseen-fields.server.ts'

const json = (values: Values | null, key: string) =>
  values && Object.hasOwn(values, key) ? JSON.stringify(values[key]) : null

function changesOf(keys: readonly string[], before: Values | null, after: Values | null): Change[] {
  return keys
    .filter((key) => [before, after].some((values) => values && Object.hasOwn(values, key)))
    .map((key) => ({ key, before: json(before, key), after: json(after, key) }))
}

function versionOf(
  keys: readonly string[],
  { before, after, personId: _, isRecent: __, requestId: ___, ...step }: Step,
): Version {
  return { ...step, changes: changesOf(keys, before, after) }
}

async function stepOf(db: Db, context: ResourceContext, id: number, entry: number): Promise<Step> {
  const [step] = await stepsOf(db, context.resource, id, { limit: 1, where: sql`l.id = ${entry}` })
  if (!step)
    throw new Refusal(
      404,
      t('This {one} doesn’t have this version.', { one: inSentence(t(context.resource.label[0])) }),
    )
  return step
}

/** The earlier values of a record, as far as the reader sees them, or why there are none. */
async function then(
  { db, actor }: Pick<Call, 'db' | 'actor'>,
  context: ResourceContext,
  id: number,
  step: Step,
  side: Side,
): Promise<Values> {
  const what = inSentence(t(context.resource.label[0]))
  if (side === 'after' && step.after === null)
    throw new Refusal(409, t('The {what} was deleted at this point. Choose an earlier version.', { what }))
  if (side === 'before' && step.before === null)
    throw new Refusal(409, t('This {what} didn’t exist before this.', { what }))
  const later = beyond(step.entry, side === 'after' ? 'newer' : 'newer or the same')
  const values = Object.entries(await valuesThen(db, context.resource, id, later))
  const unseen = unseenKeys(context.server, actor)
  return Object.fromEntries(values.filter(([key]) => !unseen.includes(key)))
}

/**
 * Read access is enough: anyone who can see a record can see how it came about. Who requested a change is left to the
 * audit.
 */
export function historyServers(context: ResourceContext, resources: readonly AnyResource[]): readonly Implementation[] {
  const { resource } = context
  const byName = new Map(resources.map((other) => [other.name, other]))
  return [
    implement(historyEndpoint(resource), async (call) => {
      const { db, actor, query } = call
      const id = idOf(context, call)
      const where = query.after === undefined ? {} : { where: beyond(Number(query.after), 'older') }
      const steps = await stepsOf(db, resource, id, { limit: versionsAtOnce + 1, ...where })
      // A deleted record still has a history; one that was never there has none.
      if (steps.length === 0 && !(await fetchRecord(context, call, id))) throw missing(context)
      const unseen = unseenKeys(context.server, actor)
      const keys = storedKeys(resource).filter((key) => !unseen.includes(key))
      const versions = steps
        .slice(0, versionsAtOnce)
        .map((step) => masked(versionOf(keys, step), resource, actor.grants))
      const titles = await namesIn(
        steps.map(({ before, after }) => ({ object: resource.name, before, after })),
        byName,
        db,
        actor.grants,
      )
      return { versions, hasMore: steps.length > versionsAtOnce, titles }
    }),

    implement(versionEndpoint(resource), async (call) => {
      const { db, actor, query, params } = call
      const id = idOf(context, call)
      const record = await fetchRecord(context, call, id)
      if (!record) throw missing(context)
      const step = await stepOf(db, context, id, /^[1-9][0-9]{0,14}$/.test(params.entry) ? Number(params.entry) : 0)
      const { values, kept } = wayBack(resource, record, await then(call, context, id, step, query.side ?? 'after'))
      const shown = maskedRecord(resource, record)
      const changes = changesOf(Object.keys(values), shown, values)
      const titles = await namesIn([{ object: resource.name, before: shown, after: values }], byName, db, actor.grants)
      return { values, changes, kept: [...kept], titles }
    }),
  ]
}

/** An ordinary update with earlier values: version, rules, limits and hooks hold as for any other. */
export function restoreServer(context: ResourceContext): Implementation {
  const { resource } = context
  return implement(
    restoreEndpoint(resource),
    async (call) => {
      const { db, input } = call
      const record = await lockRecord(context, call)
      const id = idOf(context, call)
      const step = await stepOf(db, context, id, input.entry)
      const side = input.side ?? 'after'
      const { values } = wayBack(resource, record, await then(call, context, id, step, side))
      if (Object.keys(values).length === 0) {
        call.reply.header('ETag', etagOf(record))
        return maskedRecord(resource, record)
      }
      const reason = `To how it was ${side} ${formatInstant(step.at, 'UTC')} UTC (entry ${step.entry})`
      try {
        return await updateRecord(context, {
          ...call,
          query: {},
          input: values,
          audit: { record: (entry) => call.audit.record({ ...entry, action: 'restore', reason }) },
        })
      } catch (error) {
        throw refusalOf(error, resource, 'update')
      }
    },
    { enforcesLimits: true },
  )
}
