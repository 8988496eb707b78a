import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'
import { Refusal } from '../../core/errors/errors.ts'
import { choiceLabelOf } from '../../core/resource/choice-labels.ts'
import { t } from '../../core/i18n/language.ts'
import type { SaveCall } from '../../core/resource/resource.server.ts'
import { serve } from '../../core/resource/resource.server.ts'
import { isSameJson } from '../../core/same-json.ts'
import { slugOf } from '../../platform/publishing/addresses/slugs.server.ts'
import { tags, tagSupplier } from './tags.ts'

/** The maximum number of tags per product. */
const maxTags = 30

/** The first slug for a name that no other tag of the kind has: `family`, `family-2`, … */
async function freeSlug(db: Db, name: string, kind: string, id: number): Promise<string> {
  const base = slugOf(name).slice(0, 70) || 'tag'
  const { rows } = await sql<{ slug: string }>`
    select lower(slug) as slug from tags where kind = ${kind} and id <> ${id} and (lower(slug) = ${base} or lower(slug) like ${`${base}-%`})`.execute(
    db,
  )
  const taken = new Set(rows.map(({ slug }) => slug))
  for (let number = 1; ; number++) {
    const slug = number === 1 ? base : `${base}-${number}`
    if (!taken.has(slug)) return slug
  }
}

async function prepareTag({ draft, current, db }: SaveCall): Promise<void> {
  const [kind, id] = [String(draft['kind']), Number(current?.['id'] ?? 0)]
  await assertNameIsFree(db, String(draft['name']), kind, id)
  if (typeof draft['slug'] === 'string') await assertSlugIsFree(db, draft['slug'], kind, id)
  else draft['slug'] = await freeSlug(db, String(draft['name']), kind, id)
  await assertNoCircle(db, draft, id)
  await assertSupplierTagsAreFree(db, draft['supplierTags'], id)
  if (current && current['kind'] !== kind && Number(current['usageCount']) > 0) {
    throw new Refusal(
      409,
      t('{n, plural, one {# record has} other {# records have}} this tag, so its kind can’t change.', {
        n: Number(current['usageCount']),
      }),
      {
        fields: { kind: t('Can’t change while the tag is used.') },
      },
    )
  }
}

/** Typing an existing name means that tag, in any spelling. */
async function assertNameIsFree(db: Db, name: string, kind: string, id: number): Promise<void> {
  const {
    rows: [other],
  } = await sql<{
    name: string
  }>`select name from tags where kind = ${kind} and lower(name) = lower(${name}) and id <> ${id}`.execute(db)
  if (!other) return
  const message =
    kind === 'tour'
      ? t('{name} is a tag of tours already.', { name: other.name })
      : t('{name} is a tag of events already.', { name: other.name })
  throw new Refusal(409, message, { fields: { name: message } })
}

/** Names the tag that has the slug, because the user can prefer to use that one. */
async function assertSlugIsFree(db: Db, slug: string, kind: string, id: number): Promise<void> {
  const {
    rows: [other],
  } = await sql<{
    name: string
  }>`select name from tags where kind = ${kind} and lower(slug) = lower(${slug}) and id <> ${id}`.execute(db)
  if (!other) return
  const message = t('{name} has this slug already.', { name: other.name })
  throw new Refusal(409, message, { fields: { slug: message } })
}

/** A tag that means another by a synonym is not meant by that one as well: a search would go round. */
async function assertNoCircle(db: Db, { name, kind, synonyms }: SaveCall['draft'], id: number): Promise<void> {
  const {
    rows: [found],
  } = await sql<{
    other: string | null
  }>`select tag_that_leads_back(${id}, ${kind}, ${name}, ${synonyms}::text[]) as other`.execute(db)
  if (!found?.other) return
  const message = t('{name} already has this tag as its synonym, so the reverse isn’t possible.', {
    name: found.other,
  })
  throw new Refusal(409, message, { fields: { synonyms: message } })
}

/** Names the tag that a supplier's tag belongs to, because it must be removed from there first. */
async function assertSupplierTagsAreFree(db: Db, supplierTags: unknown, id: number): Promise<void> {
  const {
    rows: [taken],
  } = await sql<{ name: string; supplier: string; code: string }>`
    select t.name, own ->> 'supplier' as supplier, own ->> 'code' as code
    from jsonb_array_elements(${JSON.stringify(supplierTags)}::jsonb) with ordinality as given (own, place) join tags t on t.id <> ${id} and t.supplier_tags @> jsonb_build_array(own)
    order by place limit 1`.execute(db)
  if (!taken) return
  const message = t('{supplier} {code} belongs to {name} already.', {
    supplier: choiceLabelOf(tagSupplier, taken.supplier),
    code: taken.code,
    name: taken.name,
  })
  throw new Refusal(409, message, { fields: { supplierTags: message } })
}

/** A newly mapped supplier tag applies to existing tours too, as it does to those that arrive later (0047). */
async function tagWhatCarriesIt({ draft, db, id, audit }: SaveCall & { readonly id: number }): Promise<void> {
  if (draft['kind'] !== 'tour') return
  const { rows } = await sql<{ id: number; title: string; version: number; tagIds: number[] }>`
    update products x set tag_ids = x.tag_ids || ${id}::bigint, version = x.version + 1, updated_at = now()
    from jsonb_array_elements(${JSON.stringify(draft['supplierTags'])}::jsonb) as entry join providers p on p.code = entry ->> 'supplier'
    where x.provider_id = p.id and x.supplier_tags @> array[entry ->> 'code'] and not x.tag_ids @> array[${id}::bigint] and cardinality(x.tag_ids) < ${maxTags}
    returning x.id, x.title, x.version, x.tag_ids as "tagIds"`.execute(db)
  for (const { id: recordId, title, version, tagIds } of rows) {
    audit.record({
      action: 'update',
      object: 'products',
      recordId,
      title,
      version,
      before: { tagIds: tagIds.filter((one) => one !== id) },
      after: { tagIds },
      reason: `${String(draft['name'])} maps its supplier’s tag`,
    })
  }
}

export const tagsServer = serve(tags, {
  derived: {
    usageCount: sql`((select count(*) from events e where e.tag_ids @> array[t.id]) + (select count(*) from products p where p.tag_ids @> array[t.id])
      + (select count(*) from performers f where f.tag_ids @> array[t.id]) + (select count(*) from lineups l where l.tag_ids @> array[t.id]))`,
    supplierTagCount: sql`jsonb_array_length(t.supplier_tags)`,
  },
  beforeSave: prepareTag,
  async afterSave(call) {
    if (!isSameJson(call.draft['supplierTags'], call.current?.['supplierTags'] ?? [])) await tagWhatCarriesIt(call)
  },
  async beforeDelete({ current }) {
    const n = Number(current['usageCount'])
    if (n > 0)
      throw new Refusal(
        409,
        t(
          '{n, plural, one {# record has} other {# records have}} this tag. Merge it into another one, or remove it from them first.',
          { n },
        ),
      )
  },
})
