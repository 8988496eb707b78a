import { sql } from 'kysely'
import type { Db } from '../../../db/tables.server.ts'
import type { MessageContent } from '../../../platform/mail/message-content.ts'
import { fallbackChain, isPublicText } from '../../../platform/translations/store/translatable.ts'
import type { TranslationStatus } from '../../../platform/translations/store/translatable.ts'
import { defaultOf, siteLocales } from '../../../platform/translations/store/translation-store.server.ts'
import { startFor } from '../../events/notices/notice-texts.ts'
import { dayIn, moneyIn } from './letter-formats.ts'
import type { CreditKind, MessageKind, ValuesAbout, Variables } from './message-kinds.ts'
import { messageTemplates } from './message-templates.ts'
import { newestMoney } from './money-values.server.ts'
import type { TemplateText } from './template-text.ts'
import { hasOrderLinks } from './order-links.server.ts'
import { composeMessage, linkPlaceholder, paymentPlaceholder, ticketsPlaceholder } from './template-text.ts'

interface Addressed {
  readonly id: number
  readonly email: string
  readonly locale: string
  readonly name: string
  readonly reference: string
  readonly title: string
  readonly contents: string
  readonly travelDate: string
  readonly localTime: string | null
  readonly timeZone: string
  readonly venue: string | null
  readonly total: number
  readonly currency: string
  readonly exponent: number
  readonly meetingPoint: string | null
  readonly providerReference: string | null
  readonly refundUntil: string | null
  readonly answer: string | null
  readonly charge: number | null
  readonly changedTo: string | null
  readonly payUntil: string | null
  readonly hasTicketFiles: boolean
  readonly lines: readonly Line[]
}

interface Line {
  readonly title: string
  readonly quantity: number
  readonly section: string | null
  readonly row: string | null
  readonly seats: readonly string[]
}

interface Template extends TemplateText {
  readonly isSent: boolean
  /** In other languages. */
  readonly texts: readonly {
    readonly locale: string
    readonly field: string
    readonly text: string
    readonly status: TranslationStatus
  }[]
}

/** A message to the customer of one order, before it is sent. */
export interface OrderLetter {
  readonly purchaseId: number
  readonly to: string
  /** The language that it is written in, where there is none in the customer's own. */
  readonly locale: string
  readonly isSent: boolean
  readonly content: MessageContent
}

interface Asked {
  /** Demo data has no links: they would be others with each load. */
  readonly hasLinks?: boolean
  /** To try a template: in a language other than the customer’s, and in place of what is stored. */
  readonly draft?: { readonly locale: string | null; readonly text: TemplateText | null }
}

/** An order with what a document or refund of it says, in each language. */
export interface AboutOrder {
  readonly purchaseId: number
  readonly values: (locale: string) => ValuesAbout
}

/** Writes about a document or refund of each order; one can have several. */
export async function writeLettersAbout(
  db: Db,
  kind: Exclude<MessageKind, CreditKind>,
  about: readonly AboutOrder[],
  hasLinks = hasOrderLinks(),
): Promise<readonly OrderLetter[]> {
  const textsOf = await templateTexts(db, kind)
  const orders = new Map(
    (
      await readOrders(
        db,
        about.map(({ purchaseId }) => purchaseId),
      )
    ).map((order) => [order.id, order]),
  )
  return about.flatMap(({ purchaseId, values }) => {
    const order = orders.get(purchaseId)
    if (!order) return []
    const { locale, isSent, ...stored } = textsOf(order.locale)
    const filled = { ...valuesOf(order, locale, { hasLinks }), ...values(locale) }
    return [{ purchaseId, to: order.email, locale, isSent, content: composeMessage(stored, filled) }]
  })
}

/** A customer with what a message about no order says, in each language. */
export interface AboutCustomer {
  readonly email: string
  readonly locale: string
  readonly name: string
  readonly values: (locale: string) => ValuesAbout
}

/** Writes to customers about their store credit, in the order of `about`. */
export async function writeCreditLetters(
  db: Db,
  kind: CreditKind,
  about: readonly AboutCustomer[],
): Promise<readonly Omit<OrderLetter, 'purchaseId'>[]> {
  const textsOf = await templateTexts(db, kind)
  return about.map(({ email, locale: spoken, name, values }) => {
    const { locale, isSent, ...stored } = textsOf(spoken)
    return { to: email, locale, isSent, content: composeMessage(stored, { ...blank, name, ...values(locale) }) }
  })
}

/** Writes a kind of message for each of some orders: two statements and the languages, however many orders there are. */
export async function writeLetters(
  db: Db,
  ids: readonly number[],
  kind: MessageKind,
  { hasLinks = hasOrderLinks(), draft }: Asked = {},
): Promise<readonly OrderLetter[]> {
  const textsOf = await templateTexts(db, kind)
  const aboutMoney = await newestMoney(db, kind, ids)
  return (await readOrders(db, ids)).map((order) => {
    // A text that is being written is in the language that templates are written in.
    const spoken = draft?.text ? null : (draft?.locale ?? order.locale)
    const { locale, isSent, ...stored } = textsOf(spoken)
    const content = composeMessage(draft?.text ?? stored, {
      ...valuesOf(order, locale, { hasLinks, ...(draft && { draft }) }),
      ...aboutMoney.get(order.id)?.(locale),
    })
    return { purchaseId: order.id, to: order.email, locale, isSent, content }
  })
}

/** The name of the template where a kind of message is sent by the moves of orders; null where it is switched off. */
export async function sentAs(db: Db, kind: MessageKind): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    select name from message_templates where key = ${kind} and is_sent`.execute(db)
  return rows[0]?.name ?? null
}

async function readOrders(db: Db, ids: readonly number[]): Promise<readonly Addressed[]> {
  const { rows } = await sql<Addressed>`
    select p.id, p.customer_email as email, p.customer_locale as locale, p.customer_name as name, p.reference, p.title,
      p.contents, p.travel_date as "travelDate", to_char(p.local_time, 'HH24:MI') as "localTime", p.time_zone as "timeZone",
      v.name as venue, p.grand_total as total, p.currency, x.exponent, p.meeting_point as "meetingPoint",
      p.provider_reference as "providerReference",
      (select to_char((o.until - interval '1 minute') at time zone p.time_zone, 'YYYY-MM-DD') from refund_offers o
        where o.purchase_id = p.id and o.until > now()) as "refundUntil",
      (select c.answer from customer_requests c where c.purchase_id = p.id and c.state = 'declined' order by c.id desc limit 1) as answer,
      c.charge, c.plan ->> 'detail' as "changedTo", to_char(c.pay_until at time zone p.time_zone, 'YYYY-MM-DD HH24:MI') as "payUntil",
      exists (select from e_tickets e where e.purchase_id = p.id and e.sent_at is not null) as "hasTicketFiles",
      (select coalesce(json_agg(json_build_object('title', l.title, 'quantity', l.quantity, 'section', l.section,
          'row', l.seat_row, 'seats', l.seats) order by l.position), '[]')
        from purchase_lines l where l.purchase_id = p.id and l.kind = 'item') as lines
    from purchases p join currencies x on x.code = p.currency left join venues v on v.id = p.venue_id
      left join visit_changes c on c.purchase_id = p.id and c.state = 'unpaid'
    where p.id = any(${[...ids]}::bigint[]) order by p.id`.execute(db)
  return rows
}

/** The text of a template in a language, else in what the language falls back to. */
async function templateTexts(
  db: Db,
  kind: MessageKind,
): Promise<(locale: string | null) => Omit<Template, 'texts'> & { readonly locale: string }> {
  const {
    rows: [template],
  } = await sql<Template>`
    select m.subject, m.body, m.is_sent as "isSent", (
      select coalesce(json_agg(json_build_object('locale', x.locale, 'field', x.field, 'text', x.text, 'status', x.status)), '[]')
      from translations x where x.resource = ${messageTemplates.name} and x.record_id = m.id and not x.is_record_gone) as texts
    from message_templates m where m.key = ${kind}`.execute(db)
  if (!template) throw new Error(`There is no template for ${kind}.`)
  const { texts } = template
  const locales = await siteLocales(db)
  const source = defaultOf(locales).code
  const readable = new Map(locales.map((one) => [one.code, one]))
  const textOf = (code: string, field: string) => {
    const [own, one] = [texts.find((text) => text.locale === code && text.field === field), readable.get(code)]
    return own && one && isPublicText(own, one) ? own.text : undefined
  }
  return (locale) => {
    for (const code of fallbackChain(locale ?? source, locales)) {
      const [subject, body] = [textOf(code, 'subject'), textOf(code, 'body')]
      // Half a message in another language is worse than all of it.
      if (subject !== undefined && body !== undefined) return { locale: code, isSent: template.isSent, subject, body }
    }
    const { isSent, subject, body } = template
    return { locale: source, isSent, subject, body }
  }
}

/** What a message about no order leaves out. */
const blank: Variables = {
  name: '',
  reference: '',
  title: '',
  contents: '',
  when: '',
  venue: '',
  items: '',
  total: '',
  meetingPoint: '',
  providerReference: '',
  changeLink: '',
  ticketsLink: '',
  refundUntil: '',
  answer: '',
  charge: '',
  changedTo: '',
  payUntil: '',
  invoiceNumber: '',
  invoiceDate: '',
  invoiceTotal: '',
  link: '',
  refundAmount: '',
  refundMethod: '',
  refundAccount: '',
  bankReference: '',
  returnedAmount: '',
  creditAmount: '',
  lostPlaces: '',
  newPlaces: '',
  creditLeft: '',
  creditUntil: '',
}

function valuesOf(order: Addressed, locale: string, { hasLinks = false, draft }: Asked): Variables {
  const { travelDate: localDate, localTime, timeZone } = order
  return {
    ...blank,
    name: order.name,
    reference: order.reference,
    title: order.title,
    contents: order.contents,
    when: startFor(locale, { localDate, localTime }, timeZone),
    venue: order.venue ?? '',
    items: order.lines.map(lineInWords).join('\n'),
    total: moneyIn(locale, order),
    meetingPoint: order.meetingPoint ?? '',
    providerReference: order.providerReference ?? '',
    changeLink: hasLinks ? linkPlaceholder : '',
    ticketsLink: hasLinks && order.hasTicketFiles ? ticketsPlaceholder : '',
    refundUntil: order.refundUntil === null ? '' : dayIn(locale, order.refundUntil),
    answer: order.answer ?? '',
    charge: order.charge === null ? '' : moneyIn(locale, { ...order, total: order.charge }),
    changedTo: order.changedTo ?? '',
    payUntil: order.payUntil === null ? '' : momentIn(locale, order.payUntil, timeZone),
    link: hasLinks ? paymentPlaceholder : '',
    ...(draft && examples(order, locale)),
  }
}

/** A template is tried on an order, which need not have a document, a refund or a credit. */
const examples = (order: Addressed, locale: string): ValuesAbout => ({
  invoiceNumber: `INV-${order.travelDate.slice(0, 4)}-000001`,
  invoiceDate: dayIn(locale, order.travelDate),
  invoiceTotal: moneyIn(locale, order),
  refundAmount: moneyIn(locale, order),
  refundMethod: 'Visa ···· 4242',
  returnedAmount: moneyIn(locale, order),
  lostPlaces: order.contents,
  newPlaces: order.contents,
  creditAmount: moneyIn(locale, order),
  creditLeft: moneyIn(locale, order),
  creditUntil: dayIn(locale, order.travelDate),
})

/** A moment of the venue's clocks, in words. */
function momentIn(locale: string, moment: string, timeZone: string): string {
  const [localDate = '', localTime = null] = moment.split(' ')
  return startFor(locale, { localDate, localTime }, timeZone)
}

/** `2 × Category 1 · Block A · 12 · 5, 6`: no words, so that it reads the same in every language. */
function lineInWords({ title, quantity, section, row, seats }: Line): string {
  return [`${quantity} × ${title}`, section === title ? null : section, row, seats.join(', ') || null]
    .filter((part) => part !== null)
    .join(' · ')
}
