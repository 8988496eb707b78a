import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'
import type { Block } from '../../platform/rich-text/rich-text.ts'
import { writeRichText } from '../../platform/rich-text/rich-text.ts'
import type { DemoText } from '../../platform/translations/store/seed-texts.server.ts'
import { seedTexts } from '../../platform/translations/store/seed-texts.server.ts'
import type { CityLink } from './seed-static-page-list.ts'
import type { DemoPage } from './seed-page-texts.ts'
import { demoPages } from './seed-static-page-list.ts'

/** Lines as stored rich text; entries that follow each other make one list. */
function bodyOf(lines: readonly string[]): string {
  const blocks: Block[] = []
  for (const line of lines) {
    const last = blocks.at(-1)
    if (line.startsWith('# '))
      blocks.push({ kind: 'heading', level: 2, content: [{ kind: 'text', text: line.slice(2) }] })
    else if (!line.startsWith('- ')) blocks.push({ kind: 'paragraph', content: [{ kind: 'text', text: line }] })
    else {
      const item: Block[] = [{ kind: 'paragraph', content: [{ kind: 'text', text: line.slice(2) }] }]
      if (last?.kind === 'list') blocks[blocks.length - 1] = { ...last, items: [...last.items, item] }
      else blocks.push({ kind: 'list', isOrdered: false, items: [item] })
    }
  }
  return writeRichText(blocks)
}

/** The text as it was, without some of its lines. */
const earlier = (lines: readonly string[], without: readonly number[]) =>
  bodyOf(lines.filter((_, place) => !without.includes(place)))

/**
 * Pages that every site has, with the earlier versions of its legal ones, in English and mostly in Spanish. Safe to run
 * again.
 */
export async function seedStaticPages(trx: Db): Promise<void> {
  const pages = demoPages(await cityLinks(trx))
  const rows = pages.map(({ key, template, en, publication, publishInDays = null, seo = null, robots = 'index' }) => ({
    key,
    template,
    title: en.title,
    slug: en.path,
    body: bodyOf(en.lines),
    seoTitle: seo === null ? null : en.title,
    seo,
    robots,
    publication,
    days: publishInDays,
  }))
  await sql`
    insert into static_pages (key, title, slug, template, body, seo_title, seo_description, robots, publication, publish_at, published_at, created_at, updated_at)
    select g.key, g.title, g.slug, g.template, g.body, g."seoTitle", g.seo, g.robots, g.publication, date_trunc('hour', now()) + g.days * interval '1 day',
      case when g.publication in ('published', 'unpublished') then now() - interval '200 days' end, now() - interval '1000 days', now() - interval '40 days'
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (key text, title text, slug text, template text, body text, "seoTitle" text, seo text,
      robots text, publication text, days integer)
    on conflict do nothing`.execute(trx)
  const { rows: made } = await sql<{ id: number; key: string }>`select id, key from static_pages`.execute(trx)
  const idOf = ({ key }: DemoPage) => made.find((row) => row.key === key)?.id
  await seedTexts(
    trx,
    'static-pages',
    'es',
    pages.flatMap((page) => spanishOf(page, idOf(page))),
  )
  await addVersions(trx, pages, idOf)
}

/** By the name, as ids follow the order of the demo's list of cities. A city that is not there is only named. */
async function cityLinks(trx: Db): Promise<CityLink> {
  const { rows } = await sql<{
    id: number
    name: string
  }>`select distinct on (name) id, name from cities order by name, popularity desc nulls last`.execute(trx)
  const ids = new Map(rows.map(({ id, name }) => [name, id]))
  return (name, words = name) => (ids.has(name) ? `:::link|text=${words}|element=c-${ids.get(name)}:::` : words)
}

function spanishOf({ en, es, esStatus, seo }: DemoPage, id: number | undefined): DemoText[] {
  if (es === null || id === undefined) return []
  const status = esStatus === undefined || esStatus === 'outdated' ? {} : { status: esStatus }
  const source = bodyOf(en.lines)
  return [
    { id, field: 'title', source: en.title, text: es.title, ...status },
    { id, field: 'slug', source: en.path, text: es.path, ...status },
    {
      id,
      field: 'body',
      source,
      text: bodyOf(es.lines),
      ...status,
      ...(esStatus === 'outdated' && { sourceThen: earlier(en.lines, [3]) }),
    },
    ...(seo === undefined ? [] : [{ id, field: 'seoTitle', source: en.title, text: es.title }]),
  ]
}

async function addVersions(
  trx: Db,
  pages: readonly DemoPage[],
  idOf: (page: DemoPage) => number | undefined,
): Promise<void> {
  const rows = pages.flatMap((page) =>
    (page.versions ?? []).map(({ days, without, note }, place) => ({
      id: idOf(page),
      number: place + 1,
      title: page.en.title,
      body: earlier(page.en.lines, without),
      note,
      days,
      texts: page.es === null ? {} : { es: { title: page.es.title, body: earlier(page.es.lines, without) } },
    })),
  )
  await sql`
    insert into static_page_versions (page_id, number, title, body, texts, note, effective_from, created_by_name, created_at)
    select g.id, g.number, g.title, g.body, g.texts, g.note, date_trunc('day', now()) - g.days * interval '1 day',
      coalesce((select first_name || ' ' || last_name from staff where email = 'mateo.villanueva@demo.marquee.example'), 'demo data'),
      least(now(), date_trunc('day', now()) - (g.days + 12) * interval '1 day')
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (id bigint, number integer, title text, body text, texts jsonb, note text, days integer)
    where g.id is not null and not exists (select from static_page_versions v where v.page_id = g.id)
    order by g.days desc`.execute(trx)
}
