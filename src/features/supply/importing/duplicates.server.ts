import { sql } from 'kysely'
import { t } from '../../../core/i18n/language.ts'
import type { Db } from '../../../db/tables.server.ts'
import { imageAddress } from '../../../platform/media/image-address.ts'
import type { CodePreview } from './code-preview.ts'
import type { ProductDraft } from './product-draft.ts'

type Compared = Pick<ProductDraft, 'code' | 'title' | 'latitude' | 'longitude'>

/** Metres between a draft and the product `p`; null where the draft has no place. */
const metresTo = ({ latitude, longitude }: Pick<ProductDraft, 'latitude' | 'longitude'>) =>
  sql`case when ${latitude}::numeric is not null then
    (111320 * sqrt(power(p.latitude - ${latitude}::numeric, 2)
      + power((p.longitude - ${longitude}::numeric) * cos(radians(p.latitude::float8))::numeric, 2)))::integer end`

/** How many of 64 bits two pictures differ in; null where one of them is not known. */
const bitsApart = (one: string, other: string) => sql`bit_count(${sql.ref(one)} # ${sql.ref(other)})::integer`

/** What the product `p` of the provider `v` looks like: its supplier's picture `theirs` and the first of ours, `ours`. */
const picturesOfProduct = sql`
  left join supplier_pictures theirs on theirs.supplier = v.code and theirs.code = p.supplier_code
  left join image_hashes ours on ours.image_id = p.image_ids[1]`
/** The picture `mine` of a code. */
const pictureOfCode = (supplier: string, code: string) =>
  sql`left join supplier_pictures mine on mine.supplier = ${supplier} and mine.code = ${code}`
const nearest = sql`least(${bitsApart('mine.hash', 'theirs.hash')}, ${bitsApart('mine.hash', 'ours.hash')})`

const asAddress = (preview: Buffer | null) =>
  preview && `data:image/webp;base64,${Buffer.from(preview).toString('base64')}`

/** A small copy of a code's picture, as a data address. */
export async function pictureOf(db: Db, supplier: string, code: string): Promise<string | null> {
  const {
    rows: [row],
  } = await sql<{ preview: Buffer | null }>`
    select preview from supplier_pictures where supplier = ${supplier} and code = ${code}`.execute(db)
  return row ? asAddress(row.preview) : null
}

/**
 * Up to so many of 64 bits differ between copies of a picture in other sizes, formats and light. Measured on 25 scenes: 6 at
 * most between copies, 20 at least between two scenes.
 */
export const samePicture = 10

type Beside = NonNullable<CodePreview['duplicate']>

/** A product beside a draft that looks like it. */
export async function besideProduct(
  db: Db,
  supplier: string,
  draft: Compared,
  productId: number,
): Promise<CodePreview['duplicate']> {
  const {
    rows: [row],
  } = await sql<
    Omit<Beside, 'pictures'> & {
      bits: number | null
      ownBits: number | null
      minePreview: Buffer | null
      theirPreview: Buffer | null
      imageId: number | null
    }
  >`
    select p.id, p.title, v.name as provider, c.name as city, p.retail_from as retail, p.currency, p.rating::float8 as rating, p.review_count as "reviewCount",
      round(similarity(p.title, ${draft.title}) * 10000)::integer as likeness, ${metresTo(draft)} as metres,
      ${nearest} as bits, ${bitsApart('mine.hash', 'ours.hash')} as "ownBits",
      mine.preview as "minePreview", theirs.preview as "theirPreview", p.image_ids[1] as "imageId"
    from products p join providers v on v.id = p.provider_id join cities c on c.id = p.city_id ${picturesOfProduct}
    ${pictureOfCode(supplier, draft.code)}
    where p.id = ${productId}`.execute(db)
  if (!row) return null
  const { bits, ownBits, minePreview, theirPreview, imageId, ...facts } = row
  // The one that is nearer is the evidence.
  const isOurs = imageId !== null && (theirPreview === null || (ownBits !== null && ownBits === bits))
  const theirs = isOurs ? imageAddress({ id: imageId }, 320) : asAddress(theirPreview)
  return {
    ...facts,
    pictures: { code: asAddress(minePreview), product: theirs, isSame: bits === null ? null : bits <= samePicture },
  }
}

export interface Duplicate {
  readonly productId: number
  /** What makes it look like the same product. */
  readonly evidence: string
}

/** From this similarity of titles on, products that are near each other look like one. */
export const alike = 0.6
/** With the same picture so much is enough, or the same place: pictures of a sight are sold to many. */
export const alikeWithPicture = 0.3
/** Metres. */
export const near = 400

interface Found {
  readonly id: number
  readonly title: string
  readonly provider: string
  readonly similarity: number
  readonly metres: number | null
  readonly isByText: boolean
  readonly isPicture: boolean
}

/**
 * A product of another supplier in the same city that looks like this one: by its title, by a title much like it at the same
 * place, or by the same picture with one of the two. Pairs of which staff have said that they are not the same are left out.
 */
export async function findDuplicate(
  db: Db,
  { code, title, latitude, longitude }: Compared,
  { supplier, cityId, providerId }: { readonly supplier: string; readonly cityId: number; readonly providerId: number },
): Promise<Duplicate | null> {
  const folded = (text: ReturnType<typeof sql>) => sql`regexp_replace(lower(${text}), '[^[:alnum:]]+', '', 'g')`
  const {
    rows: [row],
  } = await sql<Found>`
    select *, is_same or (similarity >= ${alike} and metres <= ${near}) is true as "isByText", is_picture as "isPicture" from (
      select p.id, p.title, v.name as provider, similarity(p.title, ${title}) as similarity,
        ${folded(sql`p.title`)} = ${folded(sql`${title}::text`)} as is_same,
        ${metresTo({ latitude, longitude })} as metres, coalesce(${nearest} <= ${samePicture}, false) as is_picture
      from products p join providers v on v.id = p.provider_id ${picturesOfProduct} ${pictureOfCode(supplier, code)}
      where p.city_id = ${cityId} and p.provider_id <> ${providerId} and p.status <> 'retired'
        and not exists (select from product_distinctions d where d.supplier = ${supplier} and d.code = ${code} and d.product_id = p.id)
    ) as other
    where is_same or (similarity >= ${alike} and metres <= ${near})
      or (is_picture and (similarity >= ${alikeWithPicture} or metres <= ${near}))
    order by is_same desc, is_picture desc, similarity desc, id limit 1`.execute(db)
  return row ? { productId: row.id, evidence: evidenceOf(row) } : null
}

function evidenceOf({ title, provider, similarity, metres, isByText, isPicture }: Found): string {
  if (!isByText) return t('Same picture as {title} from {provider}.', { title, provider })
  const text =
    metres === null
      ? t('Same city and title as {title} from {provider}.', { title, provider })
      : t('Title is {share}% like {title} from {provider}, {metres} m away.', {
          share: Math.round(similarity * 100),
          title,
          provider,
          metres,
        })
  return isPicture ? `${text} ${t('Same picture.')}` : text
}
