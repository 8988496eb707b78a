import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Db } from '../../../db/tables.server.ts'
import type { Said } from '../../../platform/stored-texts/stored-text.ts'
import { fallbackChain, isPublicText } from '../../../platform/translations/store/translatable.ts'
import type { TranslationStatus } from '../../../platform/translations/store/translatable.ts'
import type { TextLocale } from '../../../platform/translations/store/translation-store.server.ts'
import { defaultOf, textLocalesSql } from '../../../platform/translations/store/translation-store.server.ts'
import type { MessageKind } from './message-kinds.ts'
import { messageTemplates } from './message-templates.ts'
import type { TemplateText } from './template-text.ts'

// What letters are made of, read in one trip to the database: the template in its languages, and the orders.

/** An order as its letters see it. */
export interface Addressed {
  readonly id: number
  readonly email: string
  readonly locale: string
  readonly name: string
  readonly reference: string
  readonly title: string
  readonly contents: string
  readonly travelDate: string
  readonly localTime: string | null
  readonly isVisit: boolean
  /** Whether the performance is postponed to a day that is undecided. The order keeps the day it had. */
  readonly isDateTbd: boolean
  readonly timeZone: string
  readonly venue: string | null
  /** The price; until the order is paid, less the store credit that it has on hold. */
  readonly total: number
  readonly currency: string
  readonly exponent: number
  readonly meetingPoint: string | null
  readonly providerReference: string | null
  readonly refundUntil: string | null
  readonly answer: string | null
  readonly charge: number | null
  readonly changedTo: Said | null
  readonly payUntil: string | null
  readonly hasTicketFiles: boolean
  readonly lines: readonly Line[]
}

export interface Line {
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

/** The text of a template in a language, else in what the language falls back to. */
export type TextsOf = (locale: string | null) => Omit<Template, 'texts'> & { readonly locale: string }

interface Facts<Row> {
  readonly textsOf: TextsOf
  /** By id. */
  readonly orders: readonly Addressed[]
  /** Of the statement that the caller adds. */
  readonly rows: readonly Row[]
}

/** Reads the template of a kind of message and the orders that `which` says, with the rows of another statement. */
export async function readLetterFacts<Row>(
  db: Db,
  kind: MessageKind,
  which: RawBuilder<unknown>,
  also?: RawBuilder<Row>,
): Promise<Facts<Row>> {
  const list = (rows: RawBuilder<unknown>) => sql`(select coalesce(json_agg(row_to_json(q)), '[]') from (${rows}) q)`
  const { rows } = await sql<Omit<Facts<Row>, 'textsOf'> & { template: Template | null; locales: TextLocale[] }>`
    select (select row_to_json(q) from (${templateSql(kind)}) q) as template, ${list(textLocalesSql)} as locales,
      ${list(ordersSql(which))} as orders, ${also ? list(also) : sql`'[]'::json`} as rows`.execute(db)
  const [found] = rows
  if (!found?.template) throw new Error(`There is no template for ${kind}.`)
  const { template, locales, ...facts } = found
  return {
    ...facts,
    textsOf: textsIn(
      template,
      locales.filter(({ isOnSite }) => isOnSite),
    ),
  }
}

const ordersSql = (which: RawBuilder<unknown>) => sql<Addressed>`
  select p.id, p.customer_email as email, p.customer_locale as locale, p.customer_name as name, p.reference, p.title,
    p.contents, p.travel_date as "travelDate", to_char(p.local_time, 'HH24:MI') as "localTime", p.time_zone as "timeZone", p.kind = 'product' as "isVisit",
    coalesce(f.is_date_tbd, false) as "isDateTbd",
    v.name as venue, p.grand_total - (select coalesce(sum(m.authorised), 0)::bigint from payments m
      where m.purchase_id = p.id and m.provider = 'store_credit' and m.state = 'authorised') as total, p.currency, x.exponent, p.meeting_point as "meetingPoint",
    p.provider_reference as "providerReference",
    (select to_char((o.until - interval '1 minute') at time zone p.time_zone, 'YYYY-MM-DD') from refund_offers o
      where o.purchase_id = p.id and o.until > now()) as "refundUntil",
    (select c.answer from customer_requests c where c.purchase_id = p.id and c.state = 'declined' order by c.id desc limit 1) as answer,
    c.charge, c.plan -> 'detail' as "changedTo", to_char(c.pay_until at time zone p.time_zone, 'YYYY-MM-DD HH24:MI') as "payUntil",
    exists (select from e_tickets e where e.purchase_id = p.id and e.sent_at is not null) as "hasTicketFiles",
    (select coalesce(json_agg(json_build_object('title', l.title, 'quantity', l.quantity, 'section', l.section,
        'row', l.seat_row, 'seats', l.seats) order by l.position), '[]')
      from purchase_lines l where l.purchase_id = p.id and l.kind = 'item') as lines
  from purchases p join currencies x on x.code = p.currency left join venues v on v.id = p.venue_id left join performances f on f.id = p.performance_id
    left join visit_changes c on c.purchase_id = p.id and c.state = 'unpaid'
  where ${which} order by p.id`

const templateSql = (kind: MessageKind) => sql<Template>`
  select m.subject, m.body, m.is_sent as "isSent", (
    select coalesce(json_agg(json_build_object('locale', x.locale, 'field', x.field, 'text', x.text, 'status', x.status)), '[]')
    from translations x where x.resource = ${messageTemplates.name} and x.record_id = m.id and not x.is_record_gone) as texts
  from message_templates m where m.key = ${kind}`

function textsIn({ texts, ...template }: Template, locales: readonly TextLocale[]): TextsOf {
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
    return { locale: source, ...template }
  }
}
