import { sql } from 'kysely'
import type { Db } from '../../../db/tables.server.ts'
import type { Maker } from '../../../core/testing/make.server.ts'
import type { FilterOf } from '../discovery.ts'
import type { DiscoveryName } from '../../api-users/discovery-names.ts'

/** A value of a filter that finds the record, and one that does not; what it only makes sense with beside it. */
interface Narrowing {
  readonly finds: string
  readonly misses: string
  readonly with?: Readonly<Record<string, string>>
  /** Another record than the one that was made, where that is not of the filter's kind. */
  readonly id?: string
}

export interface World<N extends DiscoveryName = DiscoveryName> {
  /** Makes one that is public, and answers with its id as calls write it. `name` is found in nothing else. */
  make(name: string): Promise<string>
  /** Takes it out of the public again. */
  hide(id: string): Promise<unknown>
  /** Changes it so that its answer changes. */
  change(id: string): Promise<unknown>
  /** Each filter of the definition: a new one does not compile until it is tried here. */
  readonly filters: { readonly [F in FilterOf<N>]: (id: string) => Promise<Narrowing> }
}
export type Worlds = { readonly [N in DiscoveryName]: World<N> }

/** Written into every internal field. It must never appear in an answer. */
export const secret = 'FOR-OUR-EYES-ONLY'
const published = {
  publication: 'published',
  publishedAt: '2026-01-01T00:00:00.000Z',
  publishAt: null,
  unpublishAt: null,
}
const far = '2099-06-01'

/** A little of everything that the discovery API tells, and the same once more that it must not tell. */
export async function makeWorlds(db: Db, records: Maker): Promise<Worlds> {
  let last = 0
  const slug = (name: string) => `${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}-${++last}`
  const run = async <Row = Record<string, unknown>>(query: ReturnType<typeof sql<Row>>) =>
    (await query.execute(db)).rows
  const value = async (table: string, column: string, id: string): Promise<string> => {
    const [row] = await run(
      sql<{
        value: unknown
      }>`select ${sql.ref(column)}::text as value from ${sql.table(table)} where id = ${Number(id.split('-').at(-1))}`,
    )
    return String(row?.value)
  }
  const same = (finds: string, misses: string) => async (): Promise<Narrowing> => ({ finds, misses })
  const by =
    (table: string, column: string, misses: string) =>
    async (id: string): Promise<Narrowing> => ({ finds: await value(table, column, id), misses })
  const set = (table: string, column: string, to: unknown) => async (id: string) =>
    await run(sql`update ${sql.table(table)} set ${sql.ref(column)} = ${to} where id = ${Number(id.split('-').at(-1))}`)
  const unpublish = (table: string) => set(table, 'publication', 'unpublished')

  const countryId = await records.make('countries', {
    code: 'ZZ',
    alpha3: 'ZZZ',
    isBlocked: false,
    blockedBecause: null,
    blockNote: null,
    blockedAt: null,
  })
  const cityId = await records.make('cities', { ...published, countryId, timeZone: 'Europe/Madrid' })
  const venueId = await records.make('venues', {
    ...published,
    cityId,
    timeZone: 'Europe/Madrid',
    latitude: 40,
    longitude: -3,
  })
  const categoryId = await records.make('categories', published)
  const subcategoryId = await records.make('subcategories', { ...published, categoryId })
  const shown = {
    ...published,
    isHidden: false,
    isUnlisted: false,
    schedule: 'scheduled',
    superEventId: null,
    venueId,
    cityId,
    categoryId,
    subcategoryId,
    type: 'concert',
    internalName: secret,
    providerId: await records.make('providers', { isEnabled: true, commission: 1_000 }),
    providerCode: null,
    onSaleAt: null,
    offSaleAt: null,
  }
  const event = async (name: string, more = {}) =>
    await records.make('events', { ...shown, name, slug: slug(name), internalName: `${secret} ${++last}`, ...more })
  const performance = async (eventId: number) =>
    await records.make('performances', {
      eventId,
      venueId,
      cityId,
      timeZone: 'Europe/Madrid',
      localDate: far,
      localTime: '20:00',
      doorsTime: null,
      isTimeTba: false,
      isDateTbd: false,
      startsAt: `${far}T18:00:00.000Z`,
      status: 'onsale',
      capacity: 100,
      available: 7,
      currency: 'EUR',
      minPrice: 4500,
      maxPrice: 9000,
      venueConfigurationId: null,
      rescheduledFrom: null,
      providerCode: `${secret}-${++last}`,
    })
  const product = async (title: string) =>
    await records.make('products', {
      title,
      internalName: secret,
      reference: secret,
      cityId,
      subcategoryIds: [subcategoryId],
      status: 'live',
      suspendedBecause: null,
      currency: 'EUR',
      netFrom: 777_111,
      retailFrom: 4500,
      locale: 'en',
      rating: 4.5,
      reviewCount: 3,
    })
  const subjects = {
    product: async () => ({ productId: await product('Reviewed') }),
    alias: async () => ({
      aliasId: await records.make('aliases', { ...published, cityId, title: 'Reviewed', slug: slug('Reviewed') }),
    }),
    lineup: async () => ({
      lineupId: await records.make('lineups', { ...published, name: 'Reviewed', slug: slug('Reviewed') }),
    }),
  }
  const kinds = ['product', 'alias', 'lineup'] as const
  const review = async (title: string, kind = kinds[++last % 3] ?? 'product') =>
    `${kind}-${await records.make(`${kind}-reviews`, {
      ...(await subjects[kind]()),
      title,
      body: 'Worth every minute.',
      originalRating: 4,
      originalScale: 5,
      status: 'approved',
      rejectionReason: null,
      isFlagged: false,
      source: 'import',
      providerId: null,
      purchaseId: null,
      purchaseLine: null,
      supplierReference: null,
      moderationNote: secret,
      authorEmail: `${secret}@example.com`.toLowerCase(),
      language: 'en',
    })}`
  const reviews = (id: string) => `${id.split('-')[0]}_reviews`
  const reviewOf = (kind: (typeof kinds)[number]) => async () => {
    const id = await review('Of one kind', kind)
    return { id, finds: await value(reviews(id), `${kind}_id`, id), misses: '999999' }
  }
  const prices = {
    currency: same('EUR', 'JPY'),
    minPrice: async () => ({ finds: '4500', misses: '4501', with: { currency: 'EUR' } }),
    maxPrice: async () => ({ finds: '4500', misses: '4499', with: { currency: 'EUR' } }),
  }

  return {
    categories: {
      make: async (name) =>
        `s-${await records.make('subcategories', { ...published, categoryId, name, slug: slug(name) })}`,
      hide: unpublish('subcategories'),
      change: set('subcategories', 'position', 77),
      filters: { slug: by('subcategories', 'slug', 'no-such-slug'), parent: same(`ca-${categoryId}`, 's-1') },
    },
    cities: {
      make: async (name) =>
        String(
          await records.make('cities', { ...published, countryId, name, slug: slug(name), tourcmsLocation: secret }),
        ),
      hide: unpublish('cities'),
      change: set('cities', 'latitude', 12.25),
      filters: { country: same('ZZ', 'ES'), slug: by('cities', 'slug', 'no-such-slug') },
    },
    venues: {
      make: async (name) =>
        String(
          await records.make('venues', {
            ...published,
            cityId,
            name,
            slug: slug(name),
            latitude: 40.4,
            longitude: -3.7,
            variations: [secret],
          }),
        ),
      hide: unpublish('venues'),
      change: set('venues', 'capacity', 4321),
      filters: {
        city: same(String(cityId), '999999'),
        slug: by('venues', 'slug', 'no-such-slug'),
        near: same('40.41,-3.71', '41.5,-3.7'),
        radius: async () => ({ finds: '20', misses: '1', with: { near: '40.45,-3.7' } }),
      },
    },
    performers: {
      make: async (name) =>
        String(
          await records.make('performers', {
            ...published,
            name,
            sortName: name,
            slug: slug(name),
            kind: 'artist',
            sport: null,
            variations: [secret],
          }),
        ),
      hide: unpublish('performers'),
      change: set('performers', 'genre', 'Zarzuela'),
      filters: {
        kind: same('artist', 'team'),
        slug: by('performers', 'slug', 'no-such-slug'),
        q: by('performers', 'name', 'zzzz'),
      },
    },
    events: {
      async make(name) {
        const performer = await records.make('performers', { ...published, kind: 'artist', sport: null })
        const id = await event(name, { performerIds: [performer] })
        await performance(id)
        return String(id)
      },
      hide: unpublish('events'),
      change: set('events', 'min_age', 16),
      filters: {
        city: same(String(cityId), '999999'),
        venue: same(String(venueId), '999999'),
        performer: async (id) => ({
          finds: (await value('events', 'performer_ids', id)).replaceAll(/[{}]/g, ''),
          misses: '999999',
        }),
        category: same(`s-${subcategoryId}`, 'ca-999999'),
        type: same('concert', 'sport'),
        from: same(far, '2099-06-02'),
        to: same(far, '2099-05-31'),
        slug: by('events', 'slug', 'no-such-slug'),
        q: by('events', 'name', 'zzzz'),
      },
    },
    performances: {
      make: async (name) => String(await performance(await event(name))),
      hide: async (id) =>
        await run(
          sql`update events set is_hidden = true where id = (select event_id from performances where id = ${Number(id)})`,
        ),
      change: set('performances', 'available', 3),
      filters: {
        event: by('performances', 'event_id', '999999'),
        venue: same(String(venueId), '999999'),
        city: same(String(cityId), '999999'),
        from: same(far, '2099-06-02'),
        to: same(far, '2099-05-31'),
        status: same('EventScheduled,EventCancelled', 'EventPostponed'),
        ...prices,
      },
    },
    products: {
      make: async (title) => String(await product(title)),
      hide: set('products', 'status', 'imported'),
      change: set('products', 'retail_from', 4499),
      filters: {
        city: same(String(cityId), '999999'),
        category: same(`ca-${categoryId}`, 's-999999'),
        q: by('products', 'title', 'zzzz'),
        ...prices,
      },
    },
    reviews: {
      make: async (title) => await review(title),
      hide: async (id) => await set(reviews(id), 'status', 'hidden')(id),
      change: async (id) => await set(reviews(id), 'helpful_count', 77)(id),
      filters: {
        kind: async (id) => ({ finds: id.split('-')[0] ?? '', misses: id.startsWith('alias') ? 'lineup' : 'alias' }),
        product: reviewOf('product'),
        alias: reviewOf('alias'),
        lineup: reviewOf('lineup'),
        rating: same('4', '5'),
      },
    },
  }
}
