import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { parseList } from '../src/core/list/list-query.server.ts'
import { listSql } from '../src/core/list/list-sql.server.ts'
import { lookupIn } from '../src/core/calls/registry.server.ts'
import type { Tables } from '../src/db/tables.server.ts'
import { basePathOf } from '../src/core/resource/resource.ts'
import { resources } from '../src/app/registry.server.ts'
import { servers } from '../src/app/registry.server.ts'

/** A list call as the baseline runs it: the statement that Marquee would send, with its values. */
export interface RawCall {
  readonly text: string
  readonly values: readonly unknown[]
}

const compiler = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})
const lookup = lookupIn(resources)

/** The columns that the list of purchases asks for. */
export const columns = [
  'reference',
  'createdAt',
  'customerName',
  'title',
  'travelDate',
  'kind',
  'contents',
  'grandTotal',
  'margin',
  'currency',
  'bookingStatus',
  'paymentStatus',
  'fulfilmentStatus',
  'nextStep',
  'dueAt',
  'providerId',
  'riskScore',
  'assigneeId',
  'localTime',
  'timeZone',
]

/** The address of a list of purchases, or of another resource by the columns of its definition. */
export function listPath(query: Readonly<Record<string, unknown>>, name = 'purchases'): string {
  const fields = name === 'purchases' ? columns : lookup(name).list.columns
  const params = Object.entries({ ...query, fields }).map(([key, value]) => [
    key,
    typeof value === 'string' ? value : JSON.stringify(value),
  ])
  return `/rest/data/${name}?${new URLSearchParams(Object.fromEntries(params)).toString()}`
}

/** What Marquee sends to PostgreSQL for an address that an admin calls, who finds customers by their whole addresses. */
export function statementOf(path: string): RawCall {
  const { pathname, searchParams } = new URL(path, 'http://localhost')
  const server = servers.find(({ resource }) => basePathOf(resource) === pathname)
  if (!server) throw new Error(`${pathname} is no list.`)
  const list = parseList(server.resource, Object.fromEntries(searchParams), 'UTC')
  const compiled = listSql(server, list, lookup, { seesPersonal: true }).compile(compiler)
  return { text: compiled.sql, values: compiled.parameters }
}
