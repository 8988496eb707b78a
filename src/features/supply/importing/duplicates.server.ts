import { sql } from 'kysely'
import { t } from '../../../core/i18n/language.ts'
import type { Db } from '../../../db/tables.server.ts'
import type { CodePreview } from './import.endpoints.ts'
import type { ProductDraft } from './product-draft.ts'

/** Metres between a draft and the product `p`; null where the draft has no place. */
const metresTo = ({ latitude, longitude }: Pick<ProductDraft, 'latitude' | 'longitude'>) =>
  sql`case when ${latitude}::numeric is not null then
    (111320 * sqrt(power(p.latitude - ${latitude}::numeric, 2)
      + power((p.longitude - ${longitude}::numeric) * cos(radians(p.latitude::float8))::numeric, 2)))::integer end`

/** A product beside a draft that looks like it. */
export async function besideProduct(
  db: Db,
  draft: Pick<ProductDraft, 'title' | 'latitude' | 'longitude'>,
  productId: number,
): Promise<CodePreview['duplicate']> {
  const {
    rows: [row],
  } = await sql<NonNullable<CodePreview['duplicate']>>`
    select p.id, p.title, v.name as provider, c.name as city, p.retail_from as retail, p.currency, p.rating::float8 as rating, p.review_count as "reviewCount",
      round(similarity(p.title, ${draft.title}) * 10000)::integer as likeness, ${metresTo(draft)} as metres
    from products p join providers v on v.id = p.provider_id join cities c on c.id = p.city_id where p.id = ${productId}`.execute(
    db,
  )
  return row ?? null
}

export interface Duplicate {
  readonly productId: number
  /** What makes it look like the same product. */
  readonly evidence: string
}

/** From this similarity of titles on, products that are near each other look like one. */
const alike = 0.6
/** Metres. */
const near = 400

/**
 * A product of another supplier in the same city that looks like this one: by its title, or by a title much like it at
 * the same place.
 */
export async function findDuplicate(
  db: Db,
  { title, latitude, longitude }: Pick<ProductDraft, 'title' | 'latitude' | 'longitude'>,
  { cityId, providerId }: { readonly cityId: number; readonly providerId: number },
): Promise<Duplicate | null> {
  const folded = (text: ReturnType<typeof sql>) => sql`regexp_replace(lower(${text}), '[^[:alnum:]]+', '', 'g')`
  const {
    rows: [row],
  } = await sql<{ id: number; title: string; provider: string; similarity: number; metres: number | null }>`
    select * from (
      select p.id, p.title, v.name as provider, similarity(p.title, ${title}) as similarity,
        ${folded(sql`p.title`)} = ${folded(sql`${title}::text`)} as is_same,
        ${metresTo({ latitude, longitude })} as metres
      from products p join providers v on v.id = p.provider_id
      where p.city_id = ${cityId} and p.provider_id <> ${providerId} and p.status <> 'retired'
    ) as other
    where is_same or (similarity >= ${alike} and metres <= ${near})
    order by is_same desc, similarity desc, id limit 1`.execute(db)
  if (!row) return null
  const { provider, metres } = row
  const share = Math.round(row.similarity * 100)
  return {
    productId: row.id,
    evidence:
      metres === null
        ? t('Same city and title as {title} from {provider}.', { title: row.title, provider })
        : t('Title is {share}% like {title} from {provider}, {metres} m away.', {
            share,
            title: row.title,
            provider,
            metres,
          }),
  }
}
