import { sql } from 'kysely'
import { invalid, Refusal } from '../../../core/errors/errors.ts'
import { implement } from '../../../core/http/endpoint.server.ts'
import { t } from '../../../core/i18n/language.ts'
import type { Db } from '../../../db/tables.server.ts'
import { imageAddress } from '../../../platform/media/image-address.ts'
import { alike, alikeWithPicture, near, samePicture } from './duplicates.server.ts'
import type { Compared } from './pair-batches.ts'
import { pairBatches } from './pair-batches.ts'
import type { PairedProduct, ProductPair } from './pair.endpoints.ts'
import { decideProductPair, listProductPairs, pairsShown } from './pair.endpoints.ts'

/** Products of one run; the next is ten minutes away. */
const maxAtOnce = 2_000

/** The picture of a product: its supplier's, and the first of ours. */
const pictured = (product: string) => sql`
  left join supplier_pictures ${sql.raw(`${product}_theirs`)} on ${sql.ref(`${product}_theirs.supplier`)} = ${sql.ref(`${product}_provider.code`)}
    and ${sql.ref(`${product}_theirs.code`)} = ${sql.ref(`${product}.supplier_code`)}
  left join image_hashes ${sql.raw(`${product}_ours`)} on ${sql.ref(`${product}_ours.image_id`)} = ${sql.raw(`${product}.image_ids[1]`)}`
const apart = (one: string, other: string) =>
  sql`bit_count(${sql.ref(`a_${one}.hash`)} # ${sql.ref(`b_${other}.hash`)})`
/** The fewest bits in which any two pictures of the products `a` and `b` differ; null where one has none. */
const bits = sql`least(${apart('theirs', 'theirs')}, ${apart('theirs', 'ours')}, ${apart('ours', 'theirs')}, ${apart('ours', 'ours')})`
const folded = (column: string) => sql`regexp_replace(lower(${sql.ref(column)}), '[^[:alnum:]]+', '', 'g')`

/** Compares products with those of other suppliers in their city, by the measure of imports. */
async function comparePairs(db: Db, ids: readonly number[]): Promise<void> {
  await sql`
    with found as (
      select least(a.id, b.id) as product_id, greatest(a.id, b.id) as other_id, bool_or(${folded('a.title')} = ${folded('b.title')}) as is_same_title,
        max(similarity(a.title, b.title)) as similarity, min(${bits}) <= ${samePicture} as is_same_picture,
        min(111320 * sqrt(power(a.latitude - b.latitude, 2) + power((a.longitude - b.longitude) * cos(radians(a.latitude::float8))::numeric, 2)))::integer as metres
      from products a join providers a_provider on a_provider.id = a.provider_id ${pictured('a')}
        join products b on b.city_id = a.city_id and b.provider_id <> a.provider_id and b.status <> 'retired'
        join providers b_provider on b_provider.id = b.provider_id ${pictured('b')}
      where a.id = any(${ids}::bigint[]) and a.status <> 'retired'
      group by 1, 2
    ), alike as (
      select *, least(100, round(case when is_same_title then 70 else 70 * similarity end + case when metres <= ${near} then 15 else 0 end
        + case when is_same_picture then 15 else 0 end))::integer as score
      from found where is_same_title or (similarity >= ${alike} and metres <= ${near})
        or (is_same_picture and (similarity >= ${alikeWithPicture} or metres <= ${near}))
    ), gone as (
      delete from product_pairs p where p.decided_by is null and (p.product_id = any(${ids}::bigint[]) or p.other_id = any(${ids}::bigint[]))
        and not exists (select from alike a where a.product_id = p.product_id and a.other_id = p.other_id)
    ), compared as (
      insert into product_comparisons (product_id, compared_at) select id, now() from products where id = any(${ids}::bigint[])
      on conflict (product_id) do update set compared_at = excluded.compared_at
    )
    insert into product_pairs (product_id, other_id, score, likeness, metres, is_same_picture)
    select product_id, other_id, score, round(similarity * 10000)::integer, metres, is_same_picture from alike
    on conflict (product_id, other_id) do update set score = excluded.score, likeness = excluded.likeness, metres = excluded.metres,
      is_same_picture = excluded.is_same_picture`.execute(db)
}

/** Looks for pairs among products that are new, have changed, or whose picture has come since they were last compared. */
export async function findPairs(
  db: Db,
  { signal, count }: { readonly signal: AbortSignal; readonly count: (counter: string, n?: number) => void },
): Promise<void> {
  const { rows } = await sql<Compared>`
    select p.id, (coalesce(g.n, 0))::integer as "inCity" from products p join providers v on v.id = p.provider_id
      left join product_comparisons c on c.product_id = p.id
      left join (select city_id, count(*) as n from products where status <> 'retired' group by city_id) g on g.city_id = p.city_id
      left join supplier_pictures s on s.supplier = v.code and s.code = p.supplier_code
      left join image_hashes h on h.image_id = p.image_ids[1]
    where c.product_id is null or greatest(p.updated_at, s.fetched_at, h.hashed_at) > c.compared_at
    order by c.compared_at nulls first, p.id limit ${maxAtOnce}`.execute(db)
  for (const ids of pairBatches(rows)) {
    if (signal.aborted) return
    await comparePairs(db, ids)
    count('products', ids.length)
  }
}

interface Side extends Omit<PairedProduct, 'picture'> {
  readonly imageId: number | null
  readonly preview: string | null
}

const sideOf = (product: string) => sql`
  jsonb_build_object('id', ${sql.ref(`${product}.id`)}, 'title', ${sql.ref(`${product}.title`)}, 'provider', ${sql.ref(`${product}_provider.name`)},
    'status', ${sql.ref(`${product}.status`)}, 'retail', ${sql.ref(`${product}.retail_from`)}, 'currency', ${sql.ref(`${product}.currency`)},
    'imageId', ${sql.raw(`${product}.image_ids[1]`)}, 'preview', translate(encode(${sql.ref(`${product}_theirs.preview`)}, 'base64'), E'\n', ''))`

/** Its supplier's picture comes first, as it is what was compared; ours can show something else of the product. */
function shown({ imageId, preview, ...side }: Side): PairedProduct {
  const ours = imageId === null ? null : imageAddress({ id: imageId }, 320)
  return { ...side, picture: preview === null ? ours : `data:image/webp;base64,${preview}` }
}

const listProductPairsServer = implement(
  listProductPairs,
  async ({ db, query }) => {
    const productId = query.product === undefined ? null : Number(query.product)
    const { rows } = await sql<Omit<ProductPair, 'one' | 'other'> & { one: Side; other: Side; total: number }>`
      with wanted as (
        select *, (count(*) over ())::integer as total from product_pairs
        where case when ${productId}::bigint is null then decided_by is null else ${productId}::bigint in (product_id, other_id) end
          -- Behind one alias they are settled.
          and not exists (select from aliases a where a.product_ids @> array[product_id, other_id])
        order by decided_by is null desc, score desc, product_id, other_id limit ${pairsShown} offset ${Number(query.skip ?? 0)}::bigint
      )
      select ${sideOf('a')} as one, ${sideOf('b')} as other, c.name as city, w.likeness, w.metres, w.is_same_picture as "isSamePicture", w.total,
        w.decided_by as "decidedBy", to_char(w.decided_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "decidedAt"
      from wanted w join products a on a.id = w.product_id join providers a_provider on a_provider.id = a.provider_id
        join products b on b.id = w.other_id join providers b_provider on b_provider.id = b.provider_id
        join cities c on c.id = a.city_id
        ${pictured('a')} ${pictured('b')}
      order by w.decided_by is null desc, w.score desc, w.product_id, w.other_id`.execute(db)
    return {
      pairs: rows.map(({ total: _, one, other, ...pair }) => ({ ...pair, one: shown(one), other: shown(other) })),
      total: rows[0]?.total ?? 0,
    }
  },
  { transaction: false },
)

const decideProductPairServer = implement(decideProductPair, async ({ db, input, actor, audit }) => {
  const [productId, otherId] = [input.productId, input.otherId].toSorted((a, b) => a - b)
  if (productId === otherId) throw invalid({ otherId: t('Choose two products.') })
  const {
    rows: [changed],
  } = await sql<{ title: string; other: string; wasDistinct: boolean }>`
    with before as (
      select * from product_pairs where product_id = ${productId} and other_id = ${otherId} for update
    )
    update product_pairs p set decided_by = case when ${input.isDistinct} then ${actor.name} end, decided_at = case when ${input.isDistinct} then now() end
    from before b, products one, products other
    where p.product_id = b.product_id and p.other_id = b.other_id and one.id = p.product_id and other.id = p.other_id
    returning one.title, other.title as other, b.decided_by is not null as "wasDistinct"`.execute(db)
  if (!changed) throw new Refusal(404, t('These two products are no pair any more.'))
  if (changed.wasDistinct !== input.isDistinct)
    audit.record({
      action: input.isDistinct ? 'mark-distinct' : 'forget-distinction',
      object: 'products',
      recordId: productId ?? 0,
      title: changed.title,
      before: { isDistinct: changed.wasDistinct },
      after: { isDistinct: input.isDistinct, productId: otherId, product: changed.other },
    })
  return { isDistinct: input.isDistinct }
})

export const pairEndpoints = [listProductPairsServer, decideProductPairServer]
