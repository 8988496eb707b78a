import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'
import type { AnyField } from '../resource/fields.ts'
import { columnOf, isWritable } from '../resource/fields.ts'
import type { AnyResource } from '../resource/resource.ts'
import { tableOf } from '../resource/resource.ts'
import { sampleOf } from './samples.ts'

type Values = Readonly<Record<string, unknown>>

/** A resource, or what names one as a reference does. */
type Named = Pick<AnyResource, 'name'>

/**
 * What samples alone cannot get right: fields that have to fit together, and columns that a definition does not
 * name. `n` counts the records; `ids` are those that the sample can refer to; `given` is what was asked for and
 * overrides it; `columns` go into the table as they are.
 */
export type Example<Key extends string = string> = (
  n: number,
  ids: (target: Named) => readonly number[],
  given: Values,
) => { values?: Readonly<Partial<Record<Key, unknown>>>; columns?: Values }
export type Examples = Readonly<Record<string, Example>>

/** The example of one resource. A feature exports a list of them from `testing/*-examples.server.ts`. */
export interface ResourceExample {
  readonly name: string
  readonly example: Example
}

export function exampleOf<const R extends AnyResource>(
  { name }: R,
  example: Example<keyof R['fields'] & string>,
): ResourceExample {
  return { name, example }
}

/** Makes what a page needs before it can be published and cannot say itself, such as something on sale. */
export interface Preparation {
  readonly name: string
  readonly prepare: (id: number, samples: Maker, db: Db) => Promise<void>
}

export function preparationOf({ name }: Named, prepare: Preparation['prepare']): Preparation {
  return { name, prepare }
}

export interface Maker {
  /** Puts one record into the database, after the records it refers to. Returns its id. */
  make(resource: AnyResource | string, values?: Values): Promise<number>
  /**
   * What a client could send to create one: every field that it can set. Nothing is stored except the records it refers
   * to.
   */
  draft(resource: AnyResource | string, values?: Values): Promise<Record<string, unknown>>
}

/** Enough that the records of a list differ in what they refer to. */
const targetsKept = 3
/** Samples tried until one is met whose unique values are still free. */
const tries = 40

/** Makes valid records of any resource from its definition, so that no test has to store fixtures. */
export function maker(db: Db, resources: readonly AnyResource[], examples: Examples = {}): Maker {
  const counts = new Map<string, number>()
  const targets = new Map<string, number[]>()
  const underWay = new Set<string>()
  let generated: Promise<ReadonlySet<string>> | undefined

  const find = (of: AnyResource | string) => foundIn(resources, of)
  const idsOf = (name: string): readonly number[] => targets.get(name) ?? []
  const idsOfResource = ({ name }: Named) => idsOf(name)

  let before: Promise<unknown> = Promise.resolve()
  /** One after the other: what another test is making would look like a circle. */
  function prepareAlone(resource: AnyResource): Promise<void> {
    const own = before.then(() => prepare(resource))
    before = own.catch(() => {})
    return own
  }

  /** Makes what the fields refer to. What is being made already is left out, which breaks circles. */
  async function prepare(resource: AnyResource): Promise<void> {
    for (const field of Object.values(resource.fields)) {
      if (!('to' in field) || targets.has(field.to) || underWay.has(field.to)) continue
      const made: number[] = []
      underWay.add(resource.name)
      const target = find(field.to)
      for (let count = 0; count < targetsKept; count++) {
        await prepare(target)
        made.push(await insert(target))
      }
      underWay.delete(resource.name)
      targets.set(field.to, made)
    }
  }

  /** One more of each record that a resource refers to. */
  async function makeMoreTargets(resource: AnyResource): Promise<void> {
    for (const field of Object.values(resource.fields)) {
      if ('to' in field && field.required && field.to !== resource.name)
        targets.set(field.to, [...(targets.get(field.to) ?? []), await insert(find(field.to))])
    }
  }

  function valuesOf(resource: AnyResource, given: Values): Sample {
    const n = (counts.get(resource.name) ?? 0) + 1
    counts.set(resource.name, n)
    const example = examples[resource.name]?.(n, idsOfResource, given)
    const stored = Object.entries(resource.fields).filter(([, field]) => !field.derived)
    const values = Object.fromEntries(stored.map(([key, field]) => [key, sampleOf(key, field, n, idsOf)]))
    return { values: { ...values, ...example?.values, ...given }, columns: example?.columns ?? {} }
  }

  async function insert(resource: AnyResource, given: Values = {}): Promise<number> {
    const skipped = await (generated ??= generatedColumns(db))
    for (let attempt = 1; ; attempt++) {
      const { values, columns } = valuesOf(resource, given)
      try {
        return await insertRow(db, resource, rowOf(resource, values, columns, skipped))
      } catch (error) {
        const isTaken = error instanceof Error && 'code' in error && error.code === '23505'
        // Halfway there its targets are used up too: some can be referred to once only.
        if (isTaken && attempt === tries / 2) await makeMoreTargets(resource)
        if (!isTaken || attempt === tries) throw refusedSample(resource, error)
      }
    }
  }

  return {
    async make(of, given = {}) {
      const resource = find(of)
      await prepareAlone(resource)
      return await insert(resource, given)
    },
    async draft(of, given = {}) {
      const resource = find(of)
      await prepareAlone(resource)
      const { values } = valuesOf(resource, given)
      return writable(resource, values)
    },
  }
}

function foundIn(resources: readonly AnyResource[], of: AnyResource | string): AnyResource {
  const found = typeof of === 'string' ? resources.find(({ name }) => name === of) : of
  if (!found) throw new Error(`There is no resource called ${String(of)}.`)
  return found
}

interface Sample {
  readonly values: Values
  readonly columns: Values
}

function writable(resource: AnyResource, values: Values): Record<string, unknown> {
  const isKept = (field: AnyField | undefined) => field === undefined || isWritable(field)
  return Object.fromEntries(Object.entries(values).filter(([key]) => isKept(resource.fields[key])))
}

function refusedSample({ name }: AnyResource, cause: unknown): Error {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new Error(`The sample of ${name} is refused, so its example has to say more: ${reason}`, { cause })
}

type Cells = readonly (readonly [column: string, value: unknown])[]

/** A record as its table stores it, without the columns that the database fills itself. */
function rowOf(resource: AnyResource, values: Values, columns: Values, skipped: ReadonlySet<string>): Cells {
  const own = Object.entries(values).map(([key, value]) => {
    const field = resource.fields[key]
    if (!field) throw new Error(`${resource.name} has no ${key}`)
    // Rows are stored as JSON, and everything else as it is sent.
    return [columnOf(key), value !== null && field.kind === 'rows' ? JSON.stringify(value) : value] as const
  })
  return [...own, ...Object.entries(columns)].filter(([column]) => !skipped.has(`${tableOf(resource)}.${column}`))
}

async function insertRow(db: Db, resource: AnyResource, cells: Cells): Promise<number> {
  const {
    rows: [row],
  } = await sql<{ id: number }>`
    insert into ${sql.table(tableOf(resource))} (${sql.join(cells.map(([column]) => sql.ref(column)))})
    values (${sql.join(cells.map(([, value]) => sql`${value}`))}) returning id`.execute(db)
  if (!row) throw new Error('An insert answers with its row.')
  return row.id
}

/** `table.column` of those whose value the database works out. */
async function generatedColumns(db: Db): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`
    select c.relname || '.' || a.attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
    where a.attgenerated <> ''`.execute(db)
  return new Set(rows.map(({ name }) => name))
}
