import { sql } from 'kysely'
import type { Db } from '../../../db/tables.server.ts'
import type { MessageContent } from '../../../platform/mail/message-content.ts'
import { fallbackChain, isPublicText } from '../../../platform/translations/store/translatable.ts'
import type { TranslationStatus } from '../../../platform/translations/store/translatable.ts'
import { defaultOf, siteLocales } from '../../../platform/translations/store/translation-store.server.ts'
import { startFor } from '../../events/notices/notice-texts.ts'
import type { MessageKind, Variables } from './message-kinds.ts'
import { messageTemplates } from './message-templates.ts'
import type { TemplateText } from './template-text.ts'
import { hasOrderLinks } from './order-links.server.ts'
import { composeMessage, linkPlaceholder, paymentPlaceholder } from './template-text.ts'

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
  readonly id: number
  readonly isSent: boolean
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

/** Writes a kind of message for each of some orders: two statements and the languages, however many orders there are. */
export async function writeLetters(
  db: Db,
  ids: readonly number[],
  kind: MessageKind,
  { hasLinks = hasOrderLinks(), draft }: Asked = {},
): Promise<readonly OrderLetter[]> {
  const textsOf = await templateTexts(db, kind)
  return (await readOrders(db, ids)).map((order) => {
    // A text that is being written is in the language that templates are written in.
    const spoken = draft?.text ? null : (draft?.locale ?? order.locale)
    const { locale, isSent, ...stored } = textsOf(spoken)
    const content = composeMessage(draft?.text ?? stored, valuesOf(order, locale, hasLinks))
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
      (select coalesce(json_agg(json_build_object('title', l.title, 'quantity', l.quantity, 'section', l.section,
          'row', l.seat_row, 'seats', l.seats) order by l.position), '[]')
        from purchase_lines l where l.purchase_id = p.id and l.kind = 'item') as lines
    from purchases p join currencies x on x.code = p.currency left join venues v on v.id = p.venue_id
    where p.id = any(${[...ids]}::bigint[]) order by p.id`.execute(db)
  return rows
}

/** The text of a template in a language, else in what the language falls back to. */
async function templateTexts(
  db: Db,
  kind: MessageKind,
): Promise<(locale: string | null) => Omit<Template, 'id'> & { readonly locale: string }> {
  const {
    rows: [template],
  } = await sql<Template>`
    select id, subject, body, is_sent as "isSent" from message_templates where key = ${kind}`.execute(db)
  if (!template) throw new Error(`There is no template for ${kind}.`)
  const { rows: texts } = await sql<{ locale: string; field: string; text: string; status: TranslationStatus }>`
    select locale, field, text, status from translations
    where resource = ${messageTemplates.name} and record_id = ${template.id} and not is_record_gone`.execute(db)
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

function valuesOf(order: Addressed, locale: string, hasLinks: boolean): Variables {
  const { travelDate: localDate, localTime, timeZone } = order
  return {
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
    refundUntil: order.refundUntil === null ? '' : dayIn(locale, order.refundUntil),
    answer: order.answer ?? '',
    link: hasLinks ? paymentPlaceholder : '',
  }
}

/** A day of the calendar, in words. */
const dayIn = (locale: string, day: string) =>
  new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, { dateStyle: 'long', timeZone: 'UTC' }).format(
    Date.parse(day),
  )

/** `2 × Category 1 · Block A · 12 · 5, 6`: no words, so that it reads the same in every language. */
function lineInWords({ title, quantity, section, row, seats }: Line): string {
  return [`${quantity} × ${title}`, section === title ? null : section, row, seats.join(', ') || null]
    .filter((part) => part !== null)
    .join(' · ')
}

/** From its digits, because a large amount is not exact as a floating-point number. */
function moneyIn(locale: string, { total, currency, exponent }: Addressed): string {
  const digits = String(total).padStart(exponent + 1, '0')
  const amount = exponent === 0 ? digits : `${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`
  const format = new Intl.NumberFormat(locale === 'en' ? 'en-GB' : locale, { style: 'currency', currency })
  return format.format(amount as `${number}`)
}
