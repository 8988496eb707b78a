import { sql } from 'kysely'
import type { Implementation } from '../../../core/http/endpoint.server.ts'
import { implement } from '../../../core/http/endpoint.server.ts'
import { t } from '../../../core/i18n/language.ts'
import { recordIdIn } from '../../../core/record-id.ts'
import type { Db } from '../../../db/tables.server.ts'
import type { CallLine } from '../../../platform/outbound/logged-call.ts'
import type { StoredCall } from '../../../platform/outbound/logged-calls.server.ts'
import {
  callNotFound,
  missingFor,
  sendAgain,
  shownCall,
  storedCallColumns,
} from '../../../platform/outbound/logged-calls.server.ts'
import { codesTable } from './code-rows.server.ts'
import type { SupplyContext } from './connections.server.ts'
import { openSupplier } from './connections.server.ts'
import { supplierCallEndpoints } from './supplier-call.endpoints.ts'
import type { SupplierFacts } from './supplier-facts.ts'
import type { SupplierServer } from './supplier-server.server.ts'

/** Calls that are shown of one code. */
const shownCalls = 12

interface CodeOf {
  readonly id: number
  readonly productId: number | null
}

/** What calls are about that were made for a code: its imports, and the syncs of its product. */
const subjectsOf = ({ codes }: SupplierFacts, { id, productId }: CodeOf) =>
  sql`(${`${codes.name} ${id}`}::text, ${productId === null ? null : `products ${productId}`}::text)`

/** The newest calls that were made for a code. */
export async function callsFor(db: Db, facts: SupplierFacts, code: CodeOf): Promise<CallLine[]> {
  const { rows } = await sql<CallLine>`
    select o.id, o.at, o.method, o.url, o.status, o.problem, o.milliseconds from outbound_calls o
    where o.target = ${facts.key} and o.subject in ${subjectsOf(facts, code)} order by o.id desc limit ${shownCalls}`.execute(
    db,
  )
  return rows
}

interface Found {
  readonly code: string
  readonly call: StoredCall
}

/** A call is found with its own code only. */
async function foundCall(db: Db, facts: SupplierFacts, id: string, call: string): Promise<Found> {
  const {
    rows: [code],
  } = await sql<CodeOf & { readonly code: string }>`
    select id, code, product_id as "productId" from ${codesTable(facts)} where id = ${recordIdIn(id)}`.execute(db)
  if (!code) throw callNotFound()
  const {
    rows: [stored],
  } = await sql<StoredCall>`
    select ${storedCallColumns} from outbound_calls o
    where o.id = ${recordIdIn(call)} and o.target = ${facts.key} and o.subject in ${subjectsOf(facts, code)}`.execute(
    db,
  )
  if (!stored) throw callNotFound()
  return { code: code.code, call: stored }
}

/** Why a call can't be sent again, by what the log has of it; null: it can. */
function refusalOf({ facts: { name }, reads = [] }: SupplierServer, call: StoredCall): string | null {
  const { pathname } = new URL(call.url)
  if (call.method !== 'GET' && !reads.some((path) => pathname.endsWith(path)))
    return t('It signs in at {supplier} or changes something there, so it is not sent again from here.', {
      supplier: name,
    })
  return missingFor(call)
}

/** Reading calls of a code, and sending again those that read. Writes go with their order alone. */
export function implementSupplierCalls(supplier: SupplierServer, context: SupplyContext): Implementation[] {
  const { facts } = supplier
  const { readCall, sendCallAgain } = supplierCallEndpoints(facts)
  return [
    implement(readCall, async ({ db, params }) => {
      const { call } = await foundCall(db, facts, params.id, params.call)
      return shownCall(call, refusalOf(supplier, call))
    }),
    implement(
      sendCallAgain,
      async (given) => {
        const { db, params } = given
        const { code, call } = await foundCall(db, facts, params.id, params.call)
        const body = call.method === 'GET' ? null : (call.request ?? '')
        return await sendAgain(given, {
          call,
          refusal: refusalOf(supplier, call),
          target: facts.key,
          provider: facts.name,
          async open(subject) {
            const open = await openSupplier(db, supplier, context, { subject: () => subject })
            return open && { ...open, send: (path) => supplier.openCatalogue(open).repeat({ path, code, body }) }
          },
          off: () => t('Imports from {supplier} are off.', { supplier: facts.name }),
          entry: { object: facts.codes.name, recordId: recordIdIn(params.id), title: code },
        })
      },
      { transaction: 'own' },
    ),
  ]
}
