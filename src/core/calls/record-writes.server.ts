import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { AnyField, KindTable } from '../resource/fields.ts'
import { ask, columnOf } from '../resource/fields.ts'
import type { AnyResource } from '../resource/resource.ts'
import { tableOf } from '../resource/resource.ts'
import type { SaveCall } from '../resource/resource.server.ts'
import type { ResourceContext, Values } from './record-rows.server.ts'

const asIs = (_field: AnyField, value: unknown) => value

/** How a value is handed to the driver. */
const parameters = {
  text: asIs,
  longText: asIs,
  integer: asIs,
  decimal: asIs,
  percent: asIs,
  money: asIs,
  boolean: asIs,
  date: asIs,
  time: asIs,
  instant: asIs,
  select: asIs,
  choices: asIs,
  words: asIs,
  ref: asIs,
  refs: asIs,
  rows: (_field, value) => JSON.stringify(value),
} satisfies KindTable<[value: unknown], unknown>

/** The value written into each column. */
export function columnsOf(
  resource: AnyResource,
  draft: Readonly<Values>,
): [column: string, value: RawBuilder<unknown>][] {
  return Object.entries(draft).map(([key, value]) => {
    const field = resource.fields[key]
    if (!field) throw new Error(`${resource.name} has no ${key}`)
    return [columnOf(key), sql`${value === null ? null : ask<[unknown], unknown>(parameters, field, value)}`]
  })
}

/** An update that every rule has let pass. */
export interface Update {
  readonly save: SaveCall
  readonly keys: readonly string[]
}

/** Writes some fields of a draft into its row, and lets the resource do what comes after. */
export async function writeUpdate(context: ResourceContext, id: number, update: Update): Promise<void> {
  await writeRows(context, [id], update)
  await context.server.afterSave?.({ ...update.save, id })
}

/** Whether many rows can be written by one statement once the rules have let each of them pass. */
export function canWriteTogether({ server }: ResourceContext): boolean {
  return server.afterSave === undefined && (server.beforeSave === undefined || server.savesAlone === true)
}

/** Writes many rows, those that get the same by one statement. */
export async function writeUpdates(
  context: ResourceContext,
  updates: readonly { readonly id: number; readonly update: Update }[],
): Promise<void> {
  const alike = Map.groupBy(updates, ({ update: { keys, save } }) =>
    JSON.stringify(keys.map((key) => [key, save.draft[key]])),
  )
  for (const [one, ...others] of alike.values())
    if (one) await writeRows(context, [one.id, ...others.map(({ id }) => id)], one.update)
}

async function writeRows({ resource }: ResourceContext, ids: readonly number[], { save, keys }: Update): Promise<void> {
  const columns = columnsOf(resource, Object.fromEntries(keys.map((key) => [key, save.draft[key]])))
  // PostgreSQL plans an update of a list again each time, and keeps the plan for one id.
  const where = ids.length === 1 ? sql`id = ${ids[0]}` : sql`id = any(${ids}::bigint[])`
  await sql`
    update ${sql.table(tableOf(resource))} set ${sql.join(columns.map(([column, value]) => sql`${sql.ref(column)} = ${value}`))},
      version = version + 1, updated_at = now() where ${where}`.execute(save.db)
}
