import { sql } from 'kysely'
import type { Db } from '../../../db/tables.server.ts'
import type { Maker } from '../../../core/testing/make.server.ts'
import type { FilterOf } from '../discovery.ts'
import type { DiscoveryName } from '../../api-users/discovery-names.ts'

/** A value of a filter that finds the record, and one that does not; what it only makes sense with beside it. */
export interface Narrowing {
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

/** Written into every internal field. It must never appear in an answer. */
export const secret = 'FOR-OUR-EYES-ONLY'
export const published = {
  publication: 'published',
  publishedAt: '2026-01-01T00:00:00.000Z',
  publishAt: null,
  unpublishAt: null,
}
/** A day on which nothing else happens. */
export const far = '2099-06-01'

let last = 0

/** Higher than any before it, for what must not repeat. */
export const nextNumber = () => ++last
export const slug = (name: string) => `${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}-${nextNumber()}`
export const same = (finds: string, misses: string) => async (): Promise<Narrowing> => ({ finds, misses })

/** Where everything is, and what the makers of the worlds share. */
export interface Setting extends ReturnType<typeof sqlOf> {
  readonly records: Maker
  readonly countryId: number
  readonly cityId: number
  readonly venueId: number
  readonly categoryId: number
  readonly subcategoryId: number
}

/** Reads and changes one column of one record. The id is as calls write it, with the kind before it. */
export function sqlOf(db: Db) {
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
  const by =
    (table: string, column: string, misses: string) =>
    async (id: string): Promise<Narrowing> => ({ finds: await value(table, column, id), misses })
  const set = (table: string, column: string, to: unknown) => async (id: string) =>
    await run(sql`update ${sql.table(table)} set ${sql.ref(column)} = ${to} where id = ${Number(id.split('-').at(-1))}`)
  return { run, value, by, set, unpublish: (table: string) => set(table, 'publication', 'unpublished') }
}

export const currencyAndPrices = {
  currency: same('EUR', 'JPY'),
  minPrice: async () => ({ finds: '4500', misses: '4501', with: { currency: 'EUR' } }),
  maxPrice: async () => ({ finds: '4500', misses: '4499', with: { currency: 'EUR' } }),
}
