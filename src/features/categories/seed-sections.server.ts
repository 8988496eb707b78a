import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'
import { slugOf } from '../../platform/publishing/addresses/slugs.server.ts'
import { seedTexts } from '../../platform/translations/store/seed-texts.server.ts'
import type { DemoText } from '../../platform/translations/store/seed-texts.server.ts'
import { authorsOfDemo } from '../authors/seed-authors.server.ts'
import type { DemoSection } from './seed-section-texts.ts'
import { demoCategories } from './seed-section-list.ts'

interface Made {
  id: number
  name: string
}

/** The tree, with Spanish texts; every product of the demo is put where it belongs. Safe to run again. */
export async function seedSections(trx: Db): Promise<void> {
  const authors = await authorsOfDemo(trx)
  const categories = await addSections(
    trx,
    'categories',
    demoCategories.map((section, position) => ({ section, position, above: null })),
    authors,
  )
  const ids = new Map(categories.map(({ id, name }) => [name, id]))
  const below = demoCategories.flatMap((category) =>
    category.sections.map((section, position) => ({ section, position, above: ids.get(category.en) ?? null })),
  )
  const subcategories = await addSections(trx, 'subcategories', below, authors)
  const found = new Map(subcategories.map(({ id, name }) => [name, id]))
  const patterns = below.flatMap(({ section }) =>
    section.matches === undefined ? [] : [{ id: found.get(section.en) ?? 0, pattern: section.matches }],
  )
  await sql`
    update products p set subcategory_ids = m.ids from (
      select p.id, array_agg(g.id order by g.id) as ids from products p
        join jsonb_to_recordset(${JSON.stringify(patterns)}::jsonb) as g (id bigint, pattern text) on p.title ~* g.pattern
      group by p.id) m
    where m.id = p.id and p.subcategory_ids = '{}'`.execute(trx)
}

interface Placed {
  readonly section: DemoSection
  readonly position: number
  readonly above: number | null
}

async function addSections(
  trx: Db,
  table: 'categories' | 'subcategories',
  placed: readonly Placed[],
  authors: readonly Made[],
): Promise<readonly Made[]> {
  const writers = authors.slice(0, 5)
  const rows = placed.map(({ section, position, above }, index) => ({
    above,
    name: section.en,
    slug: section.slug,
    icon: section.icon ?? null,
    type: section.type,
    text: section.text,
    position: position + 1,
    title: `${section.en}: tickets and tours`.slice(0, 70),
    summary: `${section.text} Book online with instant confirmation.`.slice(0, 160),
    author: writers[index % Math.max(1, writers.length)]?.id ?? null,
    reviewed: index % 4 === 3 ? null : 20 + ((index * 37) % 260),
    publication: section.publication ?? 'published',
  }))
  const above =
    table === 'subcategories'
      ? ([sql`category_id, `, sql`g.above, `] as const)
      : ([sql`icon, `, sql`g.icon, `] as const)
  await sql`
    insert into ${sql.table(table)} (${above[0]}name, slug, schema_type, description, seo_title, seo_description, author_id, reviewed_on, position,
      publication, published_at, created_at)
    select ${above[1]}g.name, g.slug, g.type, g.text, g.title, g.summary, g.author, now()::date - g.reviewed, g.position, g.publication,
      case when g.publication in ('published', 'unpublished') then now() - interval '280 days' end, now() - interval '400 days'
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (above bigint, name text, slug text, icon text, type text, text text,
      title text, summary text, author bigint, reviewed integer, position integer, publication text)
    on conflict do nothing`.execute(trx)
  const { rows: made } = await sql<Made>`select id, name from ${sql.table(table)} order by id`.execute(trx)
  await addSpanish(trx, table, placed, made)
  return made
}

async function addSpanish(
  trx: Db,
  table: 'categories' | 'subcategories',
  placed: readonly Placed[],
  made: readonly Made[],
): Promise<void> {
  await seedTexts(
    trx,
    table,
    'es',
    placed.flatMap(({ section }) => {
      const id = made.find(({ name }) => name === section.en)?.id
      return id === undefined ? [] : spanishOf(id, section)
    }),
  )
  // A subcategory's slug is unique within its category.
  if (table === 'subcategories') {
    await sql`update translations t set scope = s.category_id from subcategories s where t.resource = 'subcategories' and t.field = 'slug' and s.id = t.record_id`.execute(
      trx,
    )
  }
}

function spanishOf(id: number, section: DemoSection): DemoText[] {
  const { spanish } = section
  if (spanish === 'missing') return []
  const status = spanish === 'machine' || spanish === 'draft' ? { status: spanish } : {}
  return [
    { id, field: 'name', source: section.en, text: section.es, ...status },
    { id, field: 'slug', source: section.slug, text: section.esSlug || slugOf(section.es), ...status },
    {
      id,
      field: 'description',
      source: section.text,
      text: section.esText,
      ...status,
      ...(spanish === 'outdated' && { sourceThen: `${section.text.split(' ').slice(0, -4).join(' ')}.` }),
    },
    ...(spanish === undefined
      ? [
          {
            id,
            field: 'seoTitle',
            source: `${section.en}: tickets and tours`.slice(0, 70),
            text: `${section.es}: entradas y visitas`.slice(0, 70),
          },
        ]
      : []),
  ]
}
