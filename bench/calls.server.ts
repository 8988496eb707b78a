import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { parseList } from '../src/kit/list-query.server.ts'
import { listSql } from '../src/kit/list-sql.server.ts'
import { lookupIn } from '../src/kit/registry.server.ts'
import type { Tables } from '../src/db/tables.server.ts'
import { purchasesServer } from '../src/areas/purchases/purchases.server.ts'
import { resources } from '../src/registry.ts'

/** A list call as the baseline runs it: the statement that Marquee would send, with its values. */
export interface RawCall { readonly text: string; readonly values: readonly unknown[] }

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
  'reference', 'createdAt', 'customerName', 'title', 'travelDate', 'kind', 'contents', 'grandTotal', 'margin', 'currency', 'bookingStatus',
  'paymentStatus', 'fulfilmentStatus', 'nextStep', 'dueAt', 'providerId', 'riskScore', 'assigneeId', 'localTime', 'timeZone',
]

/** The address of a list of purchases. */
export function listPath(query: Readonly<Record<string, unknown>>): string {
  const params = Object.entries({ ...query, fields: columns }).map(([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)])
  return `/rest/data/purchases?${new URLSearchParams(Object.fromEntries(params)).toString()}`
}

/** What Marquee sends to PostgreSQL for an address. */
export function statementOf(path: string): RawCall {
  const query = Object.fromEntries(new URL(path, 'http://localhost').searchParams)
  const compiled = listSql(purchasesServer, parseList(purchasesServer.resource, query, 'UTC'), lookup).compile(compiler)
  return { text: compiled.sql, values: compiled.parameters }
}
