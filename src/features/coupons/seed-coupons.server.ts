import { sql } from 'kysely'
import type { SeedStory } from '../../core/calls/server-module.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { columnOf } from '../../core/resource/fields.ts'
import { instantOf } from '../../core/zoned-time.ts'
import { generateCode } from './coupon-codes.ts'
import type { DemoRandom, DemoRefs, Stored, Idea } from './seed-coupon-ideas.server.ts'
import { broad, narrow, priced, shifted } from './seed-coupon-ideas.server.ts'

/** A coupon as it is inserted. */
export interface DemoCoupon extends Stored {
  readonly createdAt: string
  /** Made with the batch of the loyalty mailing. */
  readonly isOfBatch: boolean
}

const batchName = 'Loyalty mailing'
const batchPrefix = 'THANKS-'
const batchSize = 20

/** How many coupons there are of each kind: 160 in all, with the batch. */
const stories = [
  ...times(68, 'active'),
  ...times(33, 'expired'),
  ...times(13, 'draft'),
  ...times(12, 'scheduled'),
  ...times(8, 'paused'),
  ...times(6, 'archived'),
] as const
type Story = 'active' | 'expired' | 'draft' | 'scheduled' | 'paused' | 'archived'

function times<const T extends string>(count: number, item: T): T[] {
  return Array.from({ length: count }, () => item)
}

/**
 * Believable coupons in every state except exhausted, since none has been used yet. The same random numbers and day
 * give the same coupons. `today` is a date such as 2026-06-01.
 */
export function demoCoupons(random: DemoRandom, today: string, refs: DemoRefs): DemoCoupon[] {
  const taken = new Set<string>()
  const made = stories.map((story, index) => {
    const window = windowOf(random, story)
    // Codes are named after the season in which they begin.
    const idea = random.pick(index % 3 === 0 ? broad : narrow)(random, refs, shifted(today, window.from))
    return coupon(random, refs, today, story, window, { ...idea, code: unique(taken, idea.code) })
  })
  const mailing: Idea = {
    code: '',
    name: batchName,
    campaign: 'Loyalty',
    values: { kind: 'fixed', percent: null, amounts: priced(1000), totalLimit: 1, perCustomerLimit: 1 },
  }
  const batch = times(batchSize, 'active').map((story) => {
    const code = unique(
      taken,
      generateCode(batchPrefix, (below) => random.int(0, below - 1)),
    )
    return {
      ...coupon(random, refs, today, story, { from: -40, until: 140, made: 41 }, { ...mailing, code }),
      isOfBatch: true,
    }
  })
  return [...made, ...batch]
}

/** Days from today; `made` is days ago. */
interface Window {
  readonly from: number
  readonly until: number | null
  readonly made: number
}

function windowOf(random: DemoRandom, story: Story): Window {
  switch (story) {
    case 'draft':
      return { from: random.int(10, 90), until: random.int(100, 200), made: random.int(0, 20) }
    case 'scheduled':
      return { from: random.int(3, 60), until: random.int(70, 180), made: random.int(1, 30) }
    case 'expired': {
      const until = -random.int(3, 420)
      const from = until - random.int(14, 120)
      return { from, until, made: random.int(1, 20) - from }
    }
    case 'archived':
      return { from: -random.int(500, 640), until: -random.int(430, 490), made: random.int(650, 700) }
    default: {
      const from = -random.int(5, 330)
      return { from, until: random.int(0, 9) < 2 ? null : random.int(7, 200), made: random.int(1, 15) - from }
    }
  }
}

function coupon(
  random: DemoRandom,
  refs: DemoRefs,
  today: string,
  story: Story,
  window: Window,
  idea: Idea,
): DemoCoupon {
  const timeZone = idea.zone ?? random.pick(refs.cities).timeZone
  const midnight = (days: number | null) =>
    days === null ? null : instantOf(`${shifted(today, days)}T00:00`, timeZone).instant
  const isDiscounted = (idea.values.kind ?? 'percent') === 'percent'
  return {
    code: idea.code,
    name: idea.name,
    campaign: idea.campaign,
    status: story === 'draft' || story === 'paused' || story === 'archived' ? story : 'active',
    kind: 'percent',
    percent: isDiscounted ? random.pick([500, 750, 1000, 1000, 1000, 1250, 1500, 2000, 2500]) : null,
    amounts: [],
    maxDiscounts: isDiscounted && random.int(0, 2) === 0 ? priced(5000) : [],
    minSpends: [],
    minQuantity: null,
    eventIds: [],
    excludedEventIds: [],
    performerIds: [],
    excludedPerformerIds: [],
    venueIds: [],
    excludedVenueIds: [],
    cityIds: [],
    excludedCityIds: [],
    productIds: [],
    excludedProductIds: [],
    aliasIds: [],
    excludedAliasIds: [],
    categoryIds: [],
    excludedCategoryIds: [],
    subcategoryIds: [],
    excludedSubcategoryIds: [],
    providerIds: [],
    excludedProviderIds: [],
    channels: [],
    locales: [],
    excludedLocales: [],
    travelFrom: null,
    travelUntil: null,
    totalLimit: random.int(0, 2) > 0 ? null : random.pick([500, 1000, 2000, 5000]),
    perCustomerLimit: random.int(0, 3) === 0 ? random.pick([1, 1, 2]) : null,
    isFirstPurchaseOnly: false,
    isReturnedOnCancel: random.int(0, 1) === 0,
    customerIds: [],
    emailDomains: [],
    stackGroup: null,
    stackPriority: 0,
    validFrom: midnight(window.from),
    validUntil: midnight(window.until),
    timeZone,
    platformShare: random.pick([10_000, 10_000, 10_000, 5_000, 7_000, 0]),
    ownerId: random.pick(refs.staffIds),
    notes:
      story === 'paused'
        ? random.pick([
            'Shared on a forum; paused until the source is known.',
            'Paused while finance checks the margin.',
          ])
        : null,
    ...idea.values,
    createdAt: `${shifted(today, -window.made)}T${String(random.int(8, 17)).padStart(2, '0')}:${String(random.int(10, 59))}:00.000Z`,
    isOfBatch: false,
  }
}

function unique(taken: Set<string>, code: string): string {
  let free = code
  for (let number = 2; taken.has(free); number++) free = `${code}-${number}`
  taken.add(free)
  return free
}

/**
 * Adds the coupons to a database that has a catalogue and staff. Skips codes that exist already, so it can be called
 * again.
 */
export async function insertSeedCoupons(db: Db, random: DemoRandom, today: string): Promise<void> {
  const made = demoCoupons(random, today, await readRefs(db))
  const {
    rows: [batch],
  } = await sql<{ id: number }>`
    with known as (select id from coupon_batches where name = ${batchName} and prefix = ${batchPrefix} order by id limit 1),
    made as (
      insert into coupon_batches (name, prefix, wanted, made, template, created_by, created_at)
      select ${batchName}, ${batchPrefix}, ${batchSize}, ${batchSize}, ${JSON.stringify({ name: batchName })}::jsonb, 'Demo data', ${`${shifted(today, -41)}T09:30:00.000Z`}::timestamptz
      where not exists (select from known) returning id
    )
    select id from known union all select id from made`.execute(db)
  const entries = made.map(({ isOfBatch, ...values }) =>
    Object.fromEntries([
      ...Object.entries(values).map(([key, value]) => [columnOf(key), value]),
      ['batch_id', isOfBatch ? batch?.id : null],
      ['updated_at', values.createdAt],
    ]),
  )
  const columns = sql.join(Object.keys(entries[0] ?? {}).map((column) => sql.ref(column)))
  await sql`
    insert into coupons (${columns}) select ${columns}
    from jsonb_populate_recordset(null::coupons, ${JSON.stringify(entries)}::jsonb) on conflict (code) do nothing`.execute(
    db,
  )
}

/** The beginning of each list is enough: names for codes, not a survey. */
async function readRefs(db: Db): Promise<DemoRefs> {
  const {
    rows: [refs],
  } = await sql<DemoRefs>`
    select
      (select coalesce(json_agg(json_build_object('id', id, 'name', name, 'timeZone', time_zone) order by id), '[]') from (select * from cities order by id limit 60) as t) as cities,
      (select coalesce(json_agg(json_build_object('id', id, 'name', name) order by id), '[]') from (select * from venues order by id limit 60) as t) as venues,
      (select coalesce(json_agg(json_build_object('id', id, 'name', name) order by id), '[]') from (select * from performers order by id limit 60) as t) as performers,
      (select coalesce(json_agg(json_build_object('id', id, 'name', name) order by id), '[]') from (select * from events order by id limit 60) as t) as events,
      (select coalesce(json_agg(json_build_object('id', id, 'name', title) order by id), '[]') from (select * from products order by id limit 60) as t) as products,
      (select coalesce(json_agg(json_build_object('id', id, 'name', name) order by id), '[]') from (select * from providers order by id limit 60) as t) as providers,
      (select coalesce(json_agg(id order by id), '[]') from staff where status = 'active') as "staffIds"`.execute(db)
  const missing = Object.entries(refs ?? {}).find(([, list]) => (list as readonly unknown[]).length === 0)
  if (!refs || missing) throw new Error(`Demo coupons need ${missing?.[0] ?? 'a catalogue'} in the database.`)
  return refs
}

/** Coupons want an owner, so there are none before there is staff. */
export async function seedCoupons(trx: Db, { random, asOf }: SeedStory): Promise<void> {
  const {
    rows: [staff],
  } = await sql`select from staff where status = 'active' limit 1`.execute(trx)
  if (staff) await insertSeedCoupons(trx, random('coupons', 0), asOf.slice(0, 10))
}
