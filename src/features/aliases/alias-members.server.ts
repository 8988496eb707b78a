import { sql } from 'kysely'
import type { Call } from '../../core/http/endpoint.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { implement, JsonText } from '../../core/http/endpoint.server.ts'
import { invalid, Refusal } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import type { AliasMembers } from './alias.endpoints.ts'
import { readMembers, writeMembers } from './alias.endpoints.ts'
import { departuresOf, refreshChoices } from './alias-choices.server.ts'

/** No page has the id that an address names. */
export const noSuchAlias = () => new Refusal(404, t('Alias not found.'))

/** The id that an address names. */
export function aliasIdOf({ id }: { readonly id: string }): number {
  if (!/^[1-9][0-9]{0,14}$/.test(id)) throw noSuchAlias()
  return Number(id)
}

/** The members of a page and which of them it sells, as JSON; 404 if the page does not exist. */
export async function membersOf(db: Db, id: number): Promise<string> {
  const {
    rows: [found],
  } = await sql<{ text: string }>`
    select json_build_object(
      'policy', a.selection_policy,
      'choice', case when a.chosen_product_id is not null then json_build_object('productId', a.chosen_product_id, 'reason', a.choice_reason,
        'fromPrice', a.from_price, 'currency', a.currency, 'at', to_char(a.from_price_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end,
      'members', coalesce((select json_agg(json_build_object(
        'productId', p.id, 'title', p.title, 'provider', json_build_object('id', s.id, 'title', s.name), 'rank', m.rank, 'isPinned', m.is_pinned,
        'isPrimary', m.is_primary, 'primary', json_build_object('id', o.id, 'title', o.title),
        'aliasCount', (select count(*) from alias_members x where x.product_id = p.id),
        'status', p.status, 'suspendedBecause', p.suspended_because, 'price', p.retail_from, 'net', p.net_from, 'currency', p.currency,
        'rating', p.rating, 'reviewCount', p.review_count, 'departures', ${departuresOf}) order by m.rank)
        from alias_members m join products p on p.id = m.product_id join providers s on s.id = p.provider_id
          join alias_members main on main.product_id = p.id and main.is_primary join aliases o on o.id = main.alias_id
        where m.alias_id = a.id), '[]'))::text as text
    from aliases a where a.id = ${id}`.execute(db)
  if (!found) throw noSuchAlias()
  return found.text
}

export const readMembersServer = implement(
  readMembers,
  async ({ db, params }) => new JsonText(await membersOf(db, aliasIdOf(params))),
)

interface Wanted {
  readonly productId: number
  readonly isPinned: boolean
  readonly isPrimary: boolean | undefined
}
export interface Present {
  readonly productId: number
  readonly title: string
  readonly status: string
  readonly isPinned: boolean
  readonly isPrimary: boolean
}
export interface Page {
  readonly id: number
  readonly title: string
  readonly publication: string
  readonly liveCount: number
}

const memberWrites = sql`select pg_advisory_xact_lock(hashtextextended('alias members', 0))`

/**
 * The pages, locked. Members have one writer at a time across all pages, because two pages can compete to be the same
 * product's main page.
 */
export async function lockPages(db: Db, ids: readonly number[]): Promise<readonly Page[]> {
  await memberWrites.execute(db)
  const { rows } = await sql<Page>`
    select id, title, publication, live_count as "liveCount" from aliases where id = any(${ids}::bigint[]) order by id for update`.execute(
    db,
  )
  return rows
}

/** The members of pages, each page's in their order. */
export async function membersByPage(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, readonly Present[]>> {
  const { rows } = await sql<Present & { aliasId: number }>`
    select m.alias_id as "aliasId", m.product_id as "productId", p.title, p.status, m.is_pinned as "isPinned", m.is_primary as "isPrimary"
    from alias_members m join products p on p.id = m.product_id where m.alias_id = any(${ids}::bigint[]) order by m.alias_id, m.rank`.execute(
    db,
  )
  return Map.groupBy(rows, ({ aliasId }) => aliasId)
}

export const writeMembersServer = implement(writeMembers, async ({ db, params, input, audit }) => {
  const [page] = await lockPages(db, [aliasIdOf(params)])
  if (!page) throw noSuchAlias()
  const before = await membersByPage(db, [page.id])
  const present = before.get(page.id) ?? []
  if (present.map(({ productId }) => productId).join() !== input.seen.join()) {
    throw new Refusal(409, t('The products of {title} changed. Check them again.', { title: page.title }))
  }
  const wanted = input.members.map(({ productId, isPinned = false, isPrimary }): Wanted => ({
    productId,
    isPinned,
    isPrimary,
  }))
  await assertFit(db, wanted, present)
  await store(db, page, wanted)
  const [changed] = await afterMembers(db, [page], before, audit)
  if (page.publication === 'published' && page.liveCount > 0 && changed?.liveCount === 0) {
    throw new Refusal(
      409,
      t('{title} is published, so it needs a live product. Unpublish it first.', { title: page.title }),
    )
  }
  return JSON.parse(await membersOf(db, page.id)) as AliasMembers
})

async function assertFit(db: Db, wanted: readonly Wanted[], present: readonly Present[]): Promise<void> {
  const ids = wanted.map(({ productId }) => productId)
  if (new Set(ids).size < ids.length) throw invalid({ members: t('A product is listed twice.') })
  if (wanted.filter(({ isPinned }) => isPinned).length > 1) throw invalid({ members: t('Pin one product at most.') })
  const there = new Set(present.map(({ productId }) => productId))
  const { rows } = await sql<{
    id: number
    title: string
    status: string
  }>`select id, title, status from products where id = any(${ids}::bigint[])`.execute(db)
  const known = new Map(rows.map((row) => [row.id, row]))
  if (ids.some((id) => !known.has(id))) throw invalid({ members: t('One of the products doesn’t exist.') })
  const retired = rows.find(({ id, status }) => status === 'retired' && !there.has(id))
  if (retired)
    throw invalid({ members: t('{title} is retired, so no page can front it any more.', { title: retired.title }) })
  // A main page is given up by making another one it, so that no product is left without.
  const given = present.find(
    ({ productId, isPrimary }) =>
      isPrimary && wanted.some((one) => one.productId === productId && one.isPrimary === false),
  )
  if (given)
    throw invalid({
      members: t('Every product needs a main page. Make another page the main page of {title} instead.', {
        title: given.title,
      }),
    })
}

/**
 * Writes only the difference: if a product's row were deleted, the database would choose another main page for it at
 * once.
 */
async function store(db: Db, page: Page, wanted: readonly Wanted[]): Promise<void> {
  const ids = wanted.map(({ productId }) => productId)
  const claimed = wanted.filter(({ isPrimary }) => isPrimary === true).map(({ productId }) => productId)
  await sql`delete from alias_members where alias_id = ${page.id} and product_id <> all(${ids}::bigint[])`.execute(db)
  await sql`update alias_members set is_pinned = false where alias_id = ${page.id} and is_pinned`.execute(db)
  await sql`update alias_members set is_primary = false where product_id = any(${claimed}::bigint[]) and is_primary and alias_id <> ${page.id}`.execute(
    db,
  )
  await sql`
    insert into alias_members (alias_id, product_id, rank, is_pinned, is_primary)
    select ${page.id}::bigint, g.product, g.place, g.pinned, g.product = any(${claimed}::bigint[])
    from unnest(${ids}::bigint[], ${wanted.map(({ isPinned }) => isPinned)}::boolean[]) with ordinality as g (product, pinned, place)
    on conflict (alias_id, product_id) do update set rank = excluded.rank, is_pinned = excluded.is_pinned,
      is_primary = alias_members.is_primary or excluded.is_primary`.execute(db)
}

/**
 * The consequences of a change of members: the choice, the version and the audit entry. Returns what each page then has
 * on sale.
 */
export async function afterMembers(
  db: Db,
  pages: readonly Page[],
  before: ReadonlyMap<number, readonly Present[]>,
  audit: Call['audit'],
): Promise<readonly { readonly id: number; readonly liveCount: number }[]> {
  const ids = pages.map(({ id }) => id)
  await refreshChoices(db, ids)
  const { rows } = await sql<{ id: number; title: string; version: number; liveCount: number }>`
    update aliases set version = version + 1, updated_at = now() where id = any(${ids}::bigint[])
    returning id, title, version, live_count as "liveCount"`.execute(db)
  const after = await membersByPage(db, ids)
  for (const { id, title, version } of rows) {
    audit.record({
      action: 'members-changed',
      object: 'aliases',
      recordId: id,
      title,
      version,
      before: { products: (before.get(id) ?? []).map(wordsOf) },
      after: { products: (after.get(id) ?? []).map(wordsOf) },
    })
  }
  return rows
}

const wordsOf = ({ title, isPinned, isPrimary }: Present) =>
  `${title}${isPinned ? ' (pinned)' : ''}${isPrimary ? ' (main page)' : ''}`
