import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Db } from '../../../db/tables.server.ts'
import { imageAddress } from '../../../platform/media/image-address.ts'
import type { Said } from '../../../platform/stored-texts/stored-text.ts'
import { storedText } from '../../../platform/stored-texts/stored-text.ts'
import type { CodePreview } from './code-preview.ts'
import type { ProductDraft } from './product-draft.ts'

type Compared = Pick<ProductDraft, 'code' | 'title' | 'latitude' | 'longitude'>

/** Metres between a draft and the product `p`; null where the draft has no place. */
const metresTo = (latitude: number | RawBuilder<unknown> | null, longitude: number | RawBuilder<unknown> | null) =>
  sql`case when ${latitude}::numeric is not null then
    (111320 * sqrt(power(p.latitude - ${latitude}::numeric, 2)
      + power((p.longitude - ${longitude}::numeric) * cos(radians(p.latitude::float8))::numeric, 2)))::integer end`

/** How many of 64 bits two pictures differ in; null where one of them is not known. */
const bitsApart = (one: string, other: string) => sql`bit_count(${sql.ref(one)} # ${sql.ref(other)})::integer`

/**
 * What the product `p` of the provider `v` looks like: its supplier's picture `theirs` and the first of ours, `ours`. One product at
 * a time, so that the pictures of all others are not read for a few.
 */
const picturesOfProduct = sql`
  left join lateral (select * from supplier_pictures where supplier = v.code and code = p.supplier_code offset 0) theirs on true
  left join lateral (select * from image_hashes where image_id = p.image_ids[1] offset 0) ours on true`
/** The picture `mine` of a code. */
const pictureOfCode = (supplier: string, code: string | RawBuilder<unknown>) =>
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
      round(similarity(p.title, ${draft.title}) * 10000)::integer as likeness, ${metresTo(draft.latitude, draft.longitude)} as metres,
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

/** From this similarity of titles on, products that are near each other look like one. */
export const alike = 0.6
/** With the same picture so much is enough, or the same place: pictures of a sight are sold to many. */
export const alikeWithPicture = 0.3
/** Metres. */
export const near = 400

/** A product that looks like a draft, and what makes it so. */
export interface Lookalike {
  readonly id: number
  readonly title: string
  readonly provider: string
  readonly similarity: number
  readonly metres: number | null
  readonly isByText: boolean
  readonly isPicture: boolean
}

/**
 * For each draft a product of another supplier in its city that looks like it: by its title, by a title much like it at the same
 * place, or by the same picture with one of the two. Pairs of which staff have said that they are not the same are left out.
 *
 * @returns by the place of the draft in the list; none where nothing looks like it
 */
export async function findDuplicates(
  db: Db,
  drafts: readonly (Compared & { readonly cityId: number })[],
  { supplier, providerId }: { readonly supplier: string; readonly providerId: number },
): Promise<ReadonlyMap<number, Lookalike>> {
  if (drafts.length === 0) return new Map()
  const folded = (text: ReturnType<typeof sql>) => sql`regexp_replace(lower(${text}), '[^[:alnum:]]+', '', 'g')`
  const asked = drafts.map(({ code, title, latitude, longitude, cityId }, n) => ({
    n,
    code,
    title,
    latitude,
    longitude,
    cityId,
  }))
  // Provider by provider, so that the supplier's own products, which can be most of a city's, are not read.
  const { rows } = await sql<Lookalike & { n: number }>`
    select d.n, found.* from (
      select * from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
        as d (n integer, code text, title text, latitude numeric, longitude numeric, "cityId" bigint)
      limit ${drafts.length}
    ) d cross join lateral (
      select other.*, is_same or (similarity >= ${alike} and metres <= ${near}) is true as "isByText", is_picture as "isPicture" from (
        select p.id, p.title, v.name as provider, similarity(p.title, d.title) as similarity,
          ${folded(sql`p.title`)} = ${folded(sql`d.title`)} as is_same,
          ${metresTo(sql`d.latitude`, sql`d.longitude`)} as metres, coalesce(${nearest} <= ${samePicture}, false) as is_picture
        from providers v cross join lateral (
          select * from products where city_id = d."cityId" and provider_id = v.id and status <> 'retired' offset 0
        ) p ${picturesOfProduct} ${pictureOfCode(supplier, sql`d.code`)}
        where v.id <> ${providerId}
          and not exists (select from product_distinctions x where x.supplier = ${supplier} and x.code = d.code and x.product_id = p.id)
      ) as other
      where is_same or (similarity >= ${alike} and metres <= ${near})
        or (is_picture and (similarity >= ${alikeWithPicture} or metres <= ${near}))
      order by is_same desc, is_picture desc, similarity desc, id limit 1
    ) as found`.execute(db)
  return new Map(rows.map((row) => [row.n, row]))
}

/** What makes a product look like the same one. */
export function evidenceText({ title, provider, similarity, metres, isByText, isPicture }: Lookalike): Said {
  if (!isByText) return storedText('Same picture as {title} from {provider}.', { title, provider })
  const text =
    metres === null
      ? storedText('Same city and title as {title} from {provider}.', { title, provider })
      : storedText('Title is {share}% like {title} from {provider}, {metres} m away.', {
          share: Math.round(similarity * 100),
          title,
          provider,
          metres,
        })
  return isPicture ? { all: [text, storedText('Same picture.')], between: ' ' } : text
}
