import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'
import { slugOf } from '../../platform/publishing/addresses/slugs.server.ts'
import { seedTexts } from '../../platform/translations/store/seed-texts.server.ts'
import { eventTags, tourTags, unmappedTags } from './seed-tag-list.ts'

/** The demo's tags in two languages, on the events and tours that they fit. Safe to run again. */
export async function seedTags(trx: Db): Promise<void> {
  const all = [...eventTags.map((tag) => ({ tag, kind: 'event' })), ...tourTags.map((tag) => ({ tag, kind: 'tour' }))]
  const rows = all.map(({ tag, kind }, index) => ({
    kind,
    name: tag.en,
    slug: slugOf(tag.en.replaceAll('&', 'n')),
    grp: tag.group,
    colour: tag.colour,
    public: tag.isInternal !== true,
    synonyms: tag.synonyms ?? [],
    days: 60 + ((index * 53) % 500),
    supplier: (tag.supplier ?? []).map((text) => ({ supplier: text.split(' ')[0], code: text.split(' ')[1] })),
  }))
  await sql`
    insert into tags (kind, name, slug, group_name, colour, is_public, synonyms, supplier_tags, created_at, updated_at)
    select g.kind, g.name, g.slug, g.grp, g.colour, g.public, array(select jsonb_array_elements_text(g.synonyms)), g.supplier,
      now() - make_interval(days => g.days), now() - make_interval(days => g.days / 3)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as g (kind text, name text, slug text, grp text, colour text, public boolean, synonyms jsonb, supplier jsonb, days integer)
    on conflict do nothing`.execute(trx)
  const { rows: made } = await sql<{
    id: number
    name: string
    kind: string
  }>`select id, name, kind from tags order by id`.execute(trx)
  const found = all.flatMap(({ tag, kind }) => {
    const id = made.find((one) => one.name === tag.en && one.kind === kind)?.id
    return id === undefined ? [] : [{ id, tag, kind }]
  })
  await seedTexts(
    trx,
    'tags',
    'es',
    found
      .filter(({ tag }, index) => index % 7 !== 6 && tag.isInternal !== true)
      .map(({ id, tag }, index) => ({
        id,
        field: 'name',
        source: tag.en,
        text: tag.es,
        ...(index % 9 === 4 && { status: 'machine' as const }),
      })),
  )
  const uses = (kind: string) =>
    JSON.stringify(
      found
        .filter((one) => one.kind === kind && (one.tag.types ?? one.tag.matches) !== undefined)
        .map(({ id, tag }) => ({ id, types: tag.types ?? null, pattern: tag.matches ?? null, one_in: tag.oneIn ?? 1 })),
    )
  await sql`
    update events e set tag_ids = m.ids from (
      select e.id, array_agg(g.id order by g.id) as ids
      from (select e.id, e.type, concat_ws(' ', e.name, (select string_agg(concat_ws(' ', p.genre, p.sport), ' ') from performers p where p.id = any(e.performer_ids))) as words from events e) e
        join jsonb_to_recordset(${uses('event')}::jsonb) as g (id bigint, types jsonb, pattern text, one_in integer)
          on (g.types is null or g.types ? e.type) and (g.pattern is null or e.words ~* g.pattern) and (e.id + g.id) % g.one_in = 0
      group by e.id) m
    where m.id = e.id and e.tag_ids = '{}'`.execute(trx)
  await sql`
    update products p set tag_ids = m.ids from (
      select p.id, array_agg(g.id order by g.id) as ids from products p
        join jsonb_to_recordset(${uses('tour')}::jsonb) as g (id bigint, pattern text) on p.title ~* g.pattern
      group by p.id) m
    where m.id = p.id and p.tag_ids = '{}'`.execute(trx)
  await addSupplierTags(trx)
}

/**
 * Each supplier's tags for its tours, as its own ids: those our tags map, if the tour has them, and those they do not.
 */
async function addSupplierTags(trx: Db): Promise<void> {
  await sql`
    update products x set supplier_tags = g.codes from (
      select id, array_agg(code order by code) as codes from (
        select x.id, entry ->> 'code' as code from products x join providers p on p.id = x.provider_id
          join tags t on t.id = any(x.tag_ids) cross join lateral jsonb_array_elements(t.supplier_tags) as entry where entry ->> 'supplier' = p.code
        union select x.id, u.code from products x join providers p on p.id = x.provider_id
          join jsonb_to_recordset(${JSON.stringify(unmappedTags)}::jsonb) as u (supplier text, code text, pattern text, "oneIn" integer)
            on u.supplier = p.code and (u.pattern is null or x.title ~* u.pattern) and (x.id * 7 + length(u.code)) % u."oneIn" = 0
      ) given group by id) g
    where g.id = x.id and x.supplier_tags = '{}'`.execute(trx)
}
