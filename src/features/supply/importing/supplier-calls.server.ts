import type { RawBuilder } from 'kysely'
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
  sentAgain,
  shownCall,
  storedCallColumns,
} from '../../../platform/outbound/logged-calls.server.ts'
import { codesTable } from './code-rows.server.ts'
import type { SupplyContext } from './connections.server.ts'
import { openSupplier } from './connections.server.ts'
import { callsShown, supplierCallEndpoints } from './supplier-call.endpoints.ts'
import type { SupplierFacts } from './supplier-facts.ts'
import type { SupplierServer } from './supplier-server.server.ts'

/** Calls that are shown of one code. */
const shownOfCode = 12

interface CodeOf {
  readonly id: number
  readonly productId: number | null
}

/** The newest calls that were made for a code: its imports, and the syncs of its product. */
export async function callsFor(db: Db, { key, codes }: SupplierFacts, { id, productId }: CodeOf): Promise<CallLine[]> {
  const { rows } = await sql<CallLine>`
    select o.id, o.at, o.method, o.url, o.status, o.problem, o.milliseconds from outbound_calls o
    where o.target = ${key} and o.subject in (${`${codes.name} ${id}`}::text, ${productId === null ? null : `products ${productId}`}::text)
    order by o.id desc limit ${shownOfCode}`.execute(db)
  return rows
}

/** The code that a call was made for, as `c`; of lists and searches there is none. */
const joinedCode = (facts: SupplierFacts) => sql`left join lateral (
    select id, code from ${codesTable(facts)}
    where id = case when o.subject ~ ${`^${facts.codes.name} [0-9]{1,15}$`} then split_part(o.subject, ' ', 2)::bigint end
    union all select id, code from ${codesTable(facts)}
    where product_id = case when o.subject ~ '^products [0-9]{1,15}$' then split_part(o.subject, ' ', 2)::bigint end
    limit 1) c on true`

/** A supplier's calls, newest first. */
async function listOf(
  db: Db,
  facts: SupplierFacts,
  { kind, before }: { readonly kind?: string | undefined; readonly before?: string | undefined },
): Promise<CallLine[]> {
  const ofKind: RawBuilder<unknown> =
    kind === undefined ? sql`supplier_call_kind(subject) is not null` : sql`supplier_call_kind(subject) = ${kind}`
  const { rows } = await sql<CallLine>`
    select o.id, o.at, o.method, o.url, o.status, o.problem, o.milliseconds, 
      jsonb_build_object('kind', supplier_call_kind(o.subject), 'id', c.id, 'name', c.code) as about
    from (select * from outbound_calls where target = ${facts.key} and ${ofKind}
        and id < ${recordIdIn(before) ?? Number.MAX_SAFE_INTEGER}::bigint order by id desc limit ${callsShown}) o
      ${joinedCode(facts)} order by o.id desc`.execute(db)
  return rows
}

interface Found extends StoredCall {
  readonly codeId: number | null
  readonly code: string | null
}

/** Calls of orders are found with their order alone. */
async function foundCall(db: Db, facts: SupplierFacts, call: string): Promise<Found> {
  const {
    rows: [found],
  } = await sql<Found>`
    select ${storedCallColumns}, c.id as "codeId", c.code from outbound_calls o ${joinedCode(facts)}
    where o.id = ${recordIdIn(call)} and o.target = ${facts.key} and supplier_call_kind(o.subject) is not null`.execute(
    db,
  )
  if (!found) throw callNotFound()
  return found
}

/** Why a call can't be sent again, by what the log has of it; null: it can. */
function refusalOf({ facts: { name }, reads = [] }: SupplierServer, call: StoredCall): string | null {
  if (call.subject?.startsWith(sentAgain) === true)
    return t('It was sent again by hand. Open the first call to send it once more.')
  const { pathname } = new URL(call.url)
  if (call.method !== 'GET' && !reads.some((path) => pathname.endsWith(path)))
    return t('It signs in at {supplier} or changes something there, so it is not sent again from here.', {
      supplier: name,
    })
  return missingFor(call)
}

/** Reading a supplier's calls, and sending again those that read. Those of orders go with their order alone. */
export function implementSupplierCalls(supplier: SupplierServer, context: SupplyContext): Implementation[] {
  const { facts } = supplier
  const { listCalls, readCall, sendCallAgain } = supplierCallEndpoints(facts)
  return [
    implement(listCalls, ({ db, query }) => listOf(db, facts, query)),
    implement(readCall, async ({ db, params }) => {
      const { codeId: _, code: __, ...call } = await foundCall(db, facts, params.call)
      return shownCall(call, refusalOf(supplier, call))
    }),
    implement(
      sendCallAgain,
      async (given) => {
        const { codeId, code, ...call } = await foundCall(given.db, facts, given.params.call)
        const body = call.method === 'GET' ? null : (call.request ?? '')
        return await sendAgain(given, {
          call,
          refusal: refusalOf(supplier, call),
          target: facts.key,
          provider: facts.name,
          async open(subject) {
            const open = await openSupplier(given.db, supplier, context, { subject: () => subject })
            return open && { ...open, send: (path) => supplier.openCatalogue(open).repeat({ path, code, body }) }
          },
          off: () => t('Imports from {supplier} are off.', { supplier: facts.name }),
          entry: {
            object: facts.codes.name,
            ...(codeId !== null && { recordId: codeId }),
            title: code ?? facts.name,
          },
        })
      },
      { transaction: 'own' },
    ),
  ]
}
