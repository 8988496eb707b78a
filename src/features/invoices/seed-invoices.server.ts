import { sql } from 'kysely'
import type { SeedStory } from '../../core/calls/server-module.server.ts'
import { maskedValue } from '../../core/resource/personal.ts'
import type { Db } from '../../db/tables.server.ts'
import { purchases } from '../purchases/purchases.ts'
import { treated } from './compose-invoice.ts'
import { demoCompany } from './demo-company.server.ts'
import type { DraftDocument } from './invoice.endpoints.ts'
import type { InvoicedOrder } from './invoiced-order.server.ts'
import { readInvoicedOrders } from './invoiced-order.server.ts'
import type { ToIssue } from './issue-invoice.server.ts'
import { issueDocuments } from './issue-invoice.server.ts'
import { currentInvoice } from './document-chain.ts'
import { nextInvoice, nextRefundInvoice } from './next-documents.server.ts'
import { draftReissue, reissuable } from './reissue-invoice.server.ts'
import type { Simplification } from './simplified.ts'
import { simplificationsIn } from './simplified.ts'

const zone = 'Europe/Madrid'
/** So many of the newest paid orders have invoices; the last few still wait for theirs. */
const [invoiced, waiting] = [150, 10]
/** So many of those whose money went back, in part or in full. */
const refunded = 50

/** The documents of the last weeks: invoices, and refund invoices for most of what has been refunded. */
export async function seedInvoices(trx: Db, { asOf }: SeedStory): Promise<void> {
  // The numbers begin again with the data.
  await sql`delete from invoice_series`.execute(trx)
  const { rows } = await sql<{ id: number; paidAt: string; refundedAt: string | null }>`
    with paid as (
      select p.id, x.paid_at, p.refunded, r.refunded_at
      from purchases p
      join (select purchase_id, max(captured_at) as paid_at from payments group by purchase_id) x on x.purchase_id = p.id
      left join (select purchase_id, max(succeeded_at) as refunded_at from refunds where state = 'succeeded'
        group by purchase_id) r on r.purchase_id = p.id
      where p.captured > 0 and p.captured >= p.grand_total)
    select id, to_char(paid_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "paidAt",
      to_char(refunded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "refundedAt"
    from (
      (select * from paid order by paid_at desc, id limit ${invoiced} offset ${waiting})
      union (select * from paid where refunded > 0 order by paid_at desc, id limit ${refunded})
    ) chosen where paid_at <= ${asOf}::timestamptz order by paid_at, id`.execute(trx)
  const {
    rows: [person],
  } = await sql<{ name: string }>`
    select s.name from staff s join roles r on r.id = s.role_id order by r.name <> 'finance', s.id limit 1`.execute(trx)
  const issuedBy = person?.name ?? 'demo data'
  const ids = rows.map(({ id }) => id)
  const paidAt = new Map(rows.map((row) => [row.id, row.paidAt]))
  const refundedAt = new Map(rows.map((row) => [row.id, row.refundedAt]))

  const orders = await readInvoicedOrders(trx, sql`p.id = any(${ids}::bigint[])`)
  const byId = new Map(orders.map((order) => [order.id, order]))
  await issueDocuments(
    trx,
    zone,
    ids.flatMap((id): ToIssue[] => {
      const order = byId.get(id)
      const next = order && nextInvoice(order, demoCompany, simplifiedByTurns(order))
      if (!order || !next || next.blocked) return []
      return [toIssue(order, taxedByTurns(id, next.draft), { issuedBy, issuedAt: paidAt.get(id) ?? asOf })]
    }),
  )

  const withInvoices = await readInvoicedOrders(
    trx,
    sql`p.id = any(${ids}::bigint[]) and p.refunded > 0 and p.id % 6 <> 0`,
  )
  const dated = withInvoices
    .map((order) => ({ order, issuedAt: refundedAt.get(order.id) ?? asOf }))
    .filter(({ issuedAt }) => issuedAt <= asOf)
    .sort((a, b) => (a.issuedAt < b.issuedAt ? -1 : a.issuedAt > b.issuedAt ? 1 : a.order.id - b.order.id))
  await issueDocuments(
    trx,
    zone,
    dated.flatMap(({ order, issuedAt }): ToIssue[] => {
      const next = nextRefundInvoice(order, demoCompany)
      // An invoice of today would be dated before those of after it.
      if (next.blocked || next.draft.reissued) return []
      const refersToId = currentInvoice(order.issued)?.id ?? null
      return [{ ...toIssue(order, next.draft, { issuedBy, issuedAt }), refersToId, refunds: next.draft.refunds }]
    }),
  )
  await seedReissued(trx, ids, { issuedBy, issuedAt: asOf })
  await seedSent(trx, asOf, issuedBy)
}

type Recipient = DraftDocument['recipient']

/** What customers ask for once they have their invoice. */
const mistakes: readonly ((named: Recipient) => { readonly reason: string; readonly recipient: Recipient })[] = [
  (named) => ({
    reason: 'The customer asked for an invoice to their company',
    recipient: {
      ...named,
      company: 'Viajes Aurora S.L.',
      taxId: 'ESB12345674',
      address: 'Calle Mayor 12, Madrid',
      country: 'ES',
    },
  }),
  (named) => ({ reason: 'Address was missing', recipient: { ...named, address: 'Rua das Flores 21, Porto' } }),
  (named) => ({ reason: 'Name was misspelt', recipient: { ...named, name: `${named.name} Ferrer` } }),
]

/** A few invoices were put right today: some of them after a part of their money went back. */
async function seedReissued(
  trx: Db,
  ids: readonly number[],
  by: { readonly issuedBy: string; readonly issuedAt: string },
): Promise<void> {
  const orders = (await readInvoicedOrders(trx, sql`p.id = any(${ids}::bigint[])`)).filter(
    (order) => reissuable(order).blocked === null,
  )
  const [whole, partly] = [
    orders.filter(({ issued }) => issued.length === 1),
    orders.filter(({ issued }) => issued.length > 1),
  ]
  const drafts = [...whole.slice(0, 4), ...partly.slice(0, 2)].flatMap((order, index) => {
    const invoice = currentInvoice(order.issued)
    const mistake = invoice && mistakes[index % mistakes.length]?.(invoice.recipient)
    return mistake ? [{ order, ...draftReissue(order, mistake, demoCompany) }] : []
  })
  // Those that take back come first, as each replacement needs its own.
  for (const which of ['takenBack', 'reissued'] as const)
    await issueDocuments(
      trx,
      zone,
      drafts.map(({ order, invoice, covered, ...documents }) => ({
        ...toIssue(order, documents[which], by),
        refersToId: invoice.id,
        refunds: which === 'takenBack' ? covered : [],
      })),
    )
}

/** Most documents were sent an hour after they were issued; the newest wait, and one in nine was sent twice. */
async function seedSent(trx: Db, asOf: string, sentBy: string): Promise<void> {
  const { rows } = await sql<{ id: number; to: string }>`
    select i.id, p.customer_email as to from invoices i join purchases p on p.id = i.purchase_id
    where i.issued_at < ${asOf}::timestamptz - interval '3 days' order by i.id`.execute(trx)
  const sent = rows
    .flatMap((row) =>
      row.id % 9 === 4
        ? [
            { ...row, hours: 1 },
            { ...row, hours: 26 },
          ]
        : [{ ...row, hours: 1 }],
    )
    .map(({ to, ...one }) => ({ ...one, to: String(maskedValue(purchases.fields.customerEmail, to)) }))
  await sql`
    with given as (
      select g.id, g."to", i.issued_at + make_interval(hours => g.hours) as at
      from jsonb_to_recordset(${JSON.stringify(sent)}::jsonb) g (id bigint, hours integer, "to" text)
        join invoices i on i.id = g.id),
    listed as (
      insert into invoice_messages (invoice_id, recipient, sent_by, created_at, state)
      select id, "to", ${sentBy}, at, 'sent' from given order by at, id)
    update invoices i set sent_at = g.at, sending = 'sent', updated_at = greatest(i.updated_at, g.at)
    from (select id, max(at) as at from given group by id) g where i.id = g.id`.execute(trx)
}

/** Two of three customers with small orders in euros did not ask for a full invoice. */
function simplifiedByTurns({ id, currency }: InvoicedOrder): readonly Simplification[] {
  return currency === 'EUR' && id % 3 !== 0 ? simplificationsIn(demoCompany.country) : []
}

/** Packages of travel are sold by the margin scheme, and some visits are exempt, as those of museums are. */
function taxedByTurns(id: number, draft: DraftDocument): DraftDocument {
  const taxTreatment = id % 12 === 5 ? 'margin' : id % 12 === 9 ? 'exempt' : 'standard'
  if (taxTreatment === 'standard' || !draft.pricesIncludeTax) return draft
  const { lines, taxes, ...figures } = treated(draft, taxTreatment)
  return { ...draft, ...figures, lines: [...lines], taxes: [...taxes], taxTreatment }
}

function toIssue(
  order: InvoicedOrder,
  draft: ToIssue['draft'],
  by: { readonly issuedBy: string; readonly issuedAt: string },
): ToIssue {
  return { order, draft, issuer: demoCompany, refersToId: null, refunds: [], ...by }
}
