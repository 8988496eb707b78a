import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { speaking } from '../../../core/http/language.server.ts'
import { languageNames, languageOf } from '../../../core/i18n/language.ts'
import type { Db } from '../../../db/tables.server.ts'
import { sayStored } from '../../../platform/stored-texts/stored-text.ts'
import type { MessageContent } from '../../../platform/mail/message-content.ts'
import { dayFor, dayToBeDecided, startFor } from '../../events/notices/notice-texts.ts'
import { seatTitle } from '../../purchases/seat-title.ts'
import type { Addressed, Line, TextsOf } from './letter-facts.server.ts'
import { readLetterFacts } from './letter-facts.server.ts'
import { dayIn, moneyIn } from './letter-formats.ts'
import type { CreditKind, MessageKind, ValuesAbout, Variables } from './message-kinds.ts'
import { newestMoney } from './money-values.server.ts'
import type { TemplateText } from './template-text.ts'
import { hasOrderLinks } from './order-links.server.ts'
import { composeMessage, linkPlaceholder, paymentPlaceholder, ticketsPlaceholder } from './template-text.ts'

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
  const ids = about.map(({ purchaseId }) => purchaseId)
  const { textsOf, orders } = await readLetterFacts(db, kind, sql`p.id = any(${ids}::bigint[])`)
  return lettersAbout(about, { textsOf, orders, hasLinks })
}

interface Told<Row> {
  /** The orders, as a condition on `purchases p`. */
  readonly which: RawBuilder<unknown>
  readonly rows: RawBuilder<Row>
  readonly about: (row: Row) => AboutOrder
}

/** The same about each row of a statement, read in the same trip as the orders and the template. */
export async function writeLettersOf<Row>(
  db: Db,
  kind: Exclude<MessageKind, CreditKind>,
  { which, rows: also, about }: Told<Row>,
): Promise<readonly OrderLetter[]> {
  const { textsOf, orders, rows } = await readLetterFacts(db, kind, which, also)
  return lettersAbout(rows.map(about), { textsOf, orders, hasLinks: hasOrderLinks() })
}

interface Written {
  readonly textsOf: TextsOf
  readonly orders: readonly Addressed[]
  readonly hasLinks: boolean
}

function lettersAbout(about: readonly AboutOrder[], { textsOf, orders: all, hasLinks }: Written): OrderLetter[] {
  const orders = new Map(all.map((order) => [order.id, order]))
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
  const { textsOf } = await readLetterFacts(db, kind, sql`false`)
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
  const { textsOf, orders } = await readLetterFacts(db, kind, sql`p.id = any(${[...ids]}::bigint[])`)
  const aboutMoney = await newestMoney(db, kind, ids)
  return orders.map((order) => {
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
  const { timeZone, changedTo } = order
  return {
    ...blank,
    name: order.name,
    reference: order.reference,
    title: order.title,
    contents: order.contents,
    when: whenOf(order, locale),
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
    changedTo: changedTo === null ? '' : speaking(languageOf(locale), () => sayStored(changedTo)),
    payUntil: order.payUntil === null ? '' : momentIn(locale, order.payUntil, timeZone),
    link: hasLinks ? paymentPlaceholder : '',
    ...(draft && examples(order, locale)),
  }
}

/** When an order is for. A visit without a time is for the whole day, while the time of a performance is not known yet. */
function whenOf(order: Addressed, locale: string): string {
  const { travelDate: localDate, localTime, timeZone, isVisit, isDateTbd } = order
  if (isDateTbd) return dayToBeDecided(locale)
  if (isVisit && localTime === null) return dayFor(locale, localDate)
  return startFor(locale, { localDate, localTime }, timeZone)
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

/** `2 × Category 1 · Block A · 12 · 5, 6`: no words of ours, so that it reads the same in every language. */
function lineInWords({ title, quantity, section, row, seats }: Line): string {
  const place = section !== null && isPlace(title, section, row) ? [] : [section === title ? null : section, row]
  return [`${quantity} × ${title}`, ...place, seats.join(', ') || null].filter((part) => part !== null).join(' · ')
}

/** Whether a title is the place itself, in the language that tickets were bought in. */
function isPlace(title: string, section: string, row: string | null): boolean {
  return Object.keys(languageNames).some((one) => speaking(languageOf(one), () => seatTitle(section, row)) === title)
}
