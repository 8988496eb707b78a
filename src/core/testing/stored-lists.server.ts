import { sql } from 'kysely'
import { columnOf } from '../resource/fields.ts'
import { maskedKeys } from '../resource/personal.ts'
import { type AnyResource, fieldOf, tableOf } from '../resource/resource.ts'
import { collationOf } from '../resource/sortable.ts'
import type { Row, TestContext } from './test-context.server.ts'

/** Until every row of the audit has its place in the chain, which rows of the audit say of themselves. */
export async function sealed({ db }: TestContext): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ n: number }>`select count(*)::integer as n from audit_unsealed`.execute(db)
    if (rows[0]?.n === 0) return
    await sql`select audit_seal(1000)`.execute(db)
  }
}

/** The rows with what is stored in place of what is masked. */
export async function unmasked(
  { db }: TestContext,
  resource: AnyResource,
  rows: readonly Row[],
): Promise<readonly Row[]> {
  const keys = maskedKeys(resource)
  if (keys.length === 0) return rows
  const { rows: stored } = await sql<Row>`
    select id, ${sql.join(keys.map((key) => sql`${sql.ref(columnOf(key))} as ${sql.ref(key)}`))} from ${sql.table(tableOf(resource))}`.execute(
    db,
  )
  const byId = new Map(stored.map((row) => [row['id'], row]))
  return rows.map((row) => ({ ...row, ...byId.get(row['id']) }))
}

/** How the database orders the texts of some rows. */
export async function ranks(
  testContext: TestContext,
  resource: AnyResource,
  rows: readonly Row[],
): Promise<(key: string) => (text: string) => number> {
  const texts = [...new Set(rows.flatMap((row) => Object.values(row)).filter((value) => typeof value === 'string'))]
  const positions = async (collation: string) => {
    const {
      rows: [found],
    } = await sql<{ ordered: string[] }>`
      select array_agg(value order by value collate ${sql.id(collation)}) as ordered from unnest(${texts}::text[]) as given (value)`.execute(
      testContext.db,
    )
    return new Map(found?.ordered?.map((value, position) => [value, position]))
  }
  const [alphabetical, byBytes] = [await positions('alphabetical'), await positions('default')]
  return (key) => (text) => {
    const field = fieldOf(resource, key)
    const position = (field && collationOf(field) ? alphabetical : byBytes).get(text)
    if (position === undefined) throw new Error(`${text} is in no row`)
    return position
  }
}
