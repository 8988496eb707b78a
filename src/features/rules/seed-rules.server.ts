import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'
import { seedTexts } from '../../platform/translations/store/seed-texts.server.ts'
import { countRules } from './rule-counting.server.ts'

type Value = string | number | boolean | null
interface DemoRule {
  readonly name: string
  readonly type: string
  /** Columns of its value and its simple conditions. */
  readonly with: Readonly<Record<string, Value>>
  /** Its conditions, by name. */
  readonly venues?: readonly string[]
  readonly countries?: readonly string[]
  readonly providers?: readonly string[]
  readonly hides?: readonly string[]
  readonly types?: readonly string[]
  readonly categories?: readonly string[]
  readonly subcategories?: readonly string[]
  readonly priority?: number
  readonly isOff?: boolean
  /** Days from today, without the second one if there is no end. */
  readonly window?: readonly [from: number, until?: number]
  readonly notes?: string
  /** The Spanish text for customers, by field. */
  readonly spanish?: { readonly notice?: string; readonly badge?: string }
}

const demoRules: readonly DemoRule[] = [
  {
    name: 'Service fee',
    type: 'service_fee',
    with: { service_fee: 900 },
    priority: 10,
    notes: 'What every order pays unless something more specific is said.',
  },
  {
    name: 'Lower fee in Spain',
    type: 'service_fee',
    with: { service_fee: 700 },
    countries: ['ES'],
    notes: 'Agreed with the country team in spring.',
  },
  {
    name: 'No fee at Teatro Real',
    type: 'service_fee',
    with: { service_fee: 0 },
    venues: ['Teatro Real'],
    window: [-120, 90],
  },
  { name: 'Standard markup', type: 'markup', with: { markup: 400 }, priority: 10 },
  { name: 'Football in the last week', type: 'markup', with: { markup: 1_500, days_to: 7 }, types: ['sport'] },
  {
    name: 'Premium houses',
    type: 'markup',
    with: { markup: 1_000 },
    venues: ['The O2', 'Royal Albert Hall', 'WiZink Center'],
    priority: 60,
  },
  {
    name: 'Brokers pay their way',
    type: 'markup',
    with: { markup: 1_200 },
    providers: ['grandstand-exchange', 'seat-harbour'],
  },
  {
    name: 'Cheap seats keep a margin',
    type: 'min_margin',
    with: { min_margin: 1_800, currency: 'EUR', price_to: 4_000 },
    notes: 'Card fees eat a ticket of less than 40 euros.',
  },
  { name: 'Margin of 12%', type: 'min_margin', with: { min_margin: 1_200 }, priority: 10 },
  {
    name: 'No broker tickets at the opera',
    type: 'hide_provider',
    with: {},
    venues: ['Royal Opera House', 'Gran Teatre del Liceu'],
    hides: ['seat-harbour', 'grandstand-exchange'],
  },
  {
    name: 'Seat Harbour is late in Japan',
    type: 'hide_provider',
    with: { days_to: 3 },
    countries: ['JP'],
    hides: ['seat-harbour'],
  },
  { name: 'Pairs in theatres', type: 'min_seats', with: { min_seats: 2 }, types: ['theatre'] },
  {
    name: 'Mobile tickets the day before',
    type: 'delivery_lead_time',
    with: { lead_hours: 24 },
    types: ['concert', 'festival'],
  },
  {
    name: 'Visiting supporters',
    type: 'checkout_notice',
    with: { notice: 'Supporters of the visiting team are not admitted to this stand.' },
    types: ['sport'],
    spanish: { notice: 'La afición visitante no puede entrar en esta grada.' },
  },
  {
    name: 'Names for football',
    type: 'holder_names',
    with: { holder_names: 'every' },
    countries: ['ES', 'IT'],
    types: ['sport'],
  },
  { name: 'Six tickets an order', type: 'max_tickets', with: { max_tickets: 6 }, priority: 10 },
  { name: 'Four for festivals', type: 'max_tickets', with: { max_tickets: 4 }, types: ['festival'] },
  {
    name: 'Refund protection',
    type: 'refund_protection',
    with: { refund_protection: 'offered', protection_fee: 800 },
    priority: 10,
  },
  {
    name: 'Protection is part of opera',
    type: 'refund_protection',
    with: { refund_protection: 'included' },
    types: ['theatre'],
    isOff: true,
  },
  {
    name: 'Last days',
    type: 'badge',
    with: { badge: 'Last days', days_to: 10 },
    types: ['exhibition'],
    spanish: { badge: 'Últimos días' },
  },
  {
    name: 'Early birds of summer',
    type: 'markup',
    with: { markup: -500, days_from: 120 },
    types: ['festival'],
    window: [30, 120],
    notes: 'Begins with the summer campaign.',
  },
  {
    name: 'Fee of shows',
    type: 'service_fee',
    with: { service_fee: 1_000 },
    categories: ['Shows'],
    notes: 'Agreed for all houses; single ones may differ.',
  },
  {
    name: 'Fee of musicals',
    type: 'service_fee',
    with: { service_fee: 1_200 },
    subcategories: ['Musicals'],
    notes: 'More than the other shows: their houses charge us for changes.',
  },
  { name: 'Four tickets for football', type: 'max_tickets', with: { max_tickets: 4 }, subcategories: ['Football'] },
  { name: 'Ten tickets for sports', type: 'max_tickets', with: { max_tickets: 10 }, categories: ['Sports'] },
  {
    name: 'Museums sell to the last hour',
    type: 'delivery_lead_time',
    with: { lead_hours: 1 },
    categories: ['Attractions'],
    isOff: true,
  },
  {
    name: 'Black week',
    type: 'markup',
    with: { markup: -300 },
    window: [-20, -10],
    notes: 'Over; kept for next year.',
  },
]

/**
 * Rules of every type, some of which overlap, so that lists, explanations and trials have something to show. Safe to
 * run again.
 */
export async function seedRules(trx: Db): Promise<void> {
  const {
    rows: [there],
  } = await sql`select from rules limit 1`.execute(trx)
  if (there) return
  const rows = demoRules.map((rule, index) => ({
    ...rule.with,
    name: rule.name,
    type: rule.type,
    venues: rule.venues ?? [],
    countries: rule.countries ?? [],
    providers: rule.providers ?? [],
    hides: rule.hides ?? [],
    types: rule.types ?? [],
    categories: rule.categories ?? [],
    subcategories: rule.subcategories ?? [],
    priority: rule.priority ?? 50,
    enabled: rule.isOff !== true,
    notes: rule.notes ?? null,
    from_days: rule.window?.[0] ?? null,
    until_days: rule.window?.[1] ?? null,
    age: 200 - index * 6,
  }))
  await sql`
    insert into rules (name, type, markup, service_fee, min_margin, hidden_provider_ids, min_seats, lead_hours, notice, holder_names, max_tickets,
      refund_protection, protection_fee, badge, venue_ids, country_ids, provider_ids, event_types, category_ids, subcategory_ids, currency, price_to, days_from, days_to, priority, is_enabled,
      valid_from, valid_until, notes, created_at, updated_at)
    select g.name, g.type, g.markup, g.service_fee, g.min_margin, array(select id from providers where code in (select jsonb_array_elements_text(g.hides)) order by id),
      g.min_seats, g.lead_hours, g.notice, g.holder_names, g.max_tickets, g.refund_protection, g.protection_fee, g.badge,
      array(select id from venues where name in (select jsonb_array_elements_text(g.venues)) order by id),
      array(select id from countries where code in (select jsonb_array_elements_text(g.countries)) order by id),
      array(select id from providers where code in (select jsonb_array_elements_text(g.providers)) order by id),
      array(select jsonb_array_elements_text(g.types)), array(select id from categories where name in (select jsonb_array_elements_text(g.categories)) order by id),
      array(select id from subcategories where name in (select jsonb_array_elements_text(g.subcategories)) order by id), g.currency, g.price_to, g.days_from, g.days_to, g.priority, g.enabled,
      date_trunc('day', now()) + make_interval(days => g.from_days), date_trunc('day', now()) + make_interval(days => g.until_days), g.notes,
      now() - make_interval(days => g.age), now() - make_interval(days => g.age / 4)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (name text, type text, markup integer, service_fee integer, min_margin integer, hides jsonb,
      min_seats integer, lead_hours integer, notice text, holder_names text, max_tickets integer, refund_protection text, protection_fee integer, badge text,
      venues jsonb, countries jsonb, providers jsonb, types jsonb, categories jsonb, subcategories jsonb, currency text, price_to bigint, days_from integer, days_to integer, priority integer,
      enabled boolean, from_days integer, until_days integer, notes text, age integer)
    where g.type <> 'hide_provider' or exists (select from providers where code in (select jsonb_array_elements_text(g.hides)))`.execute(
    trx,
  )
  const { rows: made } = await sql<{ id: number; name: string }>`select id, name from rules order by id`.execute(trx)
  await seedTexts(
    trx,
    'rules',
    'es',
    demoRules.flatMap(({ name, spanish, with: values }) => {
      const id = made.find((one) => one.name === name)?.id
      if (id === undefined) return []
      return Object.entries(spanish ?? {}).map(([field, text]) => ({ id, field, source: String(values[field]), text }))
    }),
  )
  await countRules({ kysely: trx }, new AbortController().signal)
}
