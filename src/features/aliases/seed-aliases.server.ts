import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'
import { freeSlugIn } from './seed-slugs.ts'
import { slugOf } from '../../platform/publishing/addresses/slugs.server.ts'
import { seedTexts } from '../../platform/translations/store/seed-texts.server.ts'
import type { DemoText } from '../../platform/translations/store/seed-texts.server.ts'
import { authorsOfDemo } from '../authors/seed-authors.server.ts'
import { refreshChoices } from './alias-choices.server.ts'
import type { AliasSubject, AliasWords } from './seed-alias-texts.ts'
import { englishWords, spanishWords } from './seed-alias-texts.ts'
import { selectionPolicies } from './selection.ts'

/** Cities with pages, those with the most products first; the first few have a page even for a single product. */
const citiesWithPages = 28
const citiesInDetail = 8
const maxPages = 150

interface Sold {
  readonly id: number
  readonly title: string
  readonly cityId: number
  readonly city: string
  readonly ciudad: string
  readonly place: number
  readonly sections: readonly number[]
  readonly isLive: boolean
}
interface Section {
  readonly id: number
  readonly name: string
  readonly nombre: string
}
interface Plan {
  readonly en: AliasSubject
  readonly es: AliasSubject
  readonly cityId: number
  readonly sectionIds: readonly number[]
  readonly members: readonly Sold[]
}

/** Pages for the sights and the kinds of tour of the largest cities, in English and most of them in Spanish. Safe to run again. */
export async function seedAliases(trx: Db): Promise<void> {
  const {
    rows: [there],
  } = await sql`select from aliases limit 1`.execute(trx)
  if (there) return
  const { rows: sold } = await sql<Sold>`
    with chosen as (
      select city_id, row_number() over (order by count(*) desc, city_id)::integer as place from products where status in ('live', 'suspended') group by city_id
      order by count(*) desc, city_id limit ${citiesWithPages}
    )
    select p.id, p.title, c.id as "cityId", c.name as city, coalesce(n.text, c.name) as ciudad, k.place, p.subcategory_ids as sections, p.status = 'live' as "isLive"
    from products p join chosen k on k.city_id = p.city_id join cities c on c.id = p.city_id
      left join translations n on n.resource = 'cities' and n.record_id = c.id and n.field = 'name' and n.locale = 'es'
    where p.status in ('live', 'suspended') order by k.place, p.id`.execute(trx)
  const { rows: sections } = await sql<Section>`
    select s.id, s.name, coalesce(n.text, s.name) as nombre from subcategories s
      left join translations n on n.resource = 'subcategories' and n.record_id = s.id and n.field = 'name' and n.locale = 'es'
    where s.publication = 'published' order by s.id`.execute(trx)
  const plans = plansFor(sold, sections).slice(0, maxPages)
  if (plans.length === 0) return
  await write(trx, plans)
}

function plansFor(sold: readonly Sold[], sections: readonly Section[]): Plan[] {
  return [...Map.groupBy(sold, ({ cityId }) => cityId).values()].flatMap((products) => {
    const [first] = products
    if (!first) return []
    const { cityId, city, ciudad, place } = first
    const about = (
      name: string,
      nombre: string,
      kind: AliasSubject['kind'],
      sectionId: number | undefined,
    ): Pick<Plan, 'en' | 'es'> => {
      const links = (word: string): AliasSubject['links'] => [
        [word, `c-${cityId}`],
        ...(sectionId === undefined ? [] : [[name, `sc-${sectionId}`] as const]),
      ]
      return {
        en: { kind, name, city, links: links(city) },
        es: { kind, name: nombre, city: ciudad, links: links(ciudad) },
      }
    }
    const sights = Map.groupBy(
      products.filter(({ title }) => title.includes(': ') && !/^(From|Desde) /.test(title)),
      ({ title }) => title.slice(0, title.indexOf(': ')),
    )
    const ofSights = [...sights]
      .filter(([name, members]) => members.length > 1 && name !== city && name !== ciudad)
      .map(([name, members]): Plan => {
        const sectionIds = [...new Set(members.flatMap(({ sections: own }) => own))].slice(0, 4)
        return { ...about(name, name, 'sight', sectionIds[0]), cityId, sectionIds, members }
      })
    const ofSections = sections.flatMap((section): Plan[] => {
      const members = products.filter(({ sections: own }) => own.includes(section.id))
      if (members.length < (place <= citiesInDetail ? 1 : 2)) return []
      return [
        { ...about(section.name, section.nombre, 'section', section.id), cityId, sectionIds: [section.id], members },
      ]
    })
    return [...ofSights, ...ofSections]
  })
}

const days = (from: string, count: number) => new Date(Date.parse(from) + count * 86_400_000).toISOString().slice(0, 10)

function publicationOf({ members }: Plan, index: number): string {
  if (!members.some(({ isLive }) => isLive) || index % 11 === 7) return 'draft'
  if (index % 13 === 9) return 'in_review'
  return index % 17 === 12 ? 'unpublished' : 'published'
}

async function write(trx: Db, plans: readonly Plan[]): Promise<void> {
  const {
    rows: [now],
  } = await sql<{ today: string }>`select now()::date::text as today`.execute(trx)
  const today = now?.today ?? ''
  const authors = (await authorsOfDemo(trx)).filter(({ isPublished }) => isPublished)
  const words = plans.map(({ en, es }) => ({ en: englishWords(en), es: spanishWords(es) }))
  const slugs = { en: freeSlugIn(), es: freeSlugIn() }
  const rows = plans.map((plan, index) => {
    const { en } = words[index] ?? { en: englishWords(plan.en) }
    return {
      ...en,
      slug: slugs.en(plan.cityId, slugOf(en.title)),
      city: plan.cityId,
      sections: plan.sectionIds,
      policy: selectionPolicies[index % 5] ?? 'cheapest',
      author: index % 6 === 5 ? null : (authors[index % Math.max(1, authors.length)]?.id ?? null),
      reviewed: index % 5 === 4 ? null : days(today, -20 - ((index * 37) % 240)),
      badges: badgesOf(index, today),
      settings: index % 9 === 2 ? [{ name: 'template', value: 'wide' }] : [],
      publication: publicationOf(plan, index),
      age: 40 + ((index * 13) % 320),
      exclusions: index % 4 === 1 ? null : en.exclusions,
    }
  })
  const { rows: made } = await sql<{ id: number; title: string; slug: string; cityId: number }>`
    insert into aliases (title, slug, city_id, subcategory_ids, heading, short_text, long_text, highlights, inclusions, exclusions, seo_title, seo_description, faq,
      author_id, reviewed_on, badges, settings, selection_policy, publication, published_at, created_at, updated_at)
    select g.title, g.slug, g.city, array(select jsonb_array_elements_text(g.sections)::bigint), g.heading, g."shortText", g."longText", g.highlights, g.inclusions,
      g.exclusions, g."seoTitle", g."seoDescription", g.faq, g.author, g.reviewed, g.badges, g.settings, g.policy, g.publication,
      case when g.publication in ('published', 'unpublished') then now() - make_interval(days => g.age) end, now() - make_interval(days => g.age + 60),
      now() - make_interval(days => g.age / 4)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (title text, slug text, city bigint, sections jsonb, heading text, "shortText" text, "longText" text,
      highlights text, inclusions text, exclusions text, "seoTitle" text, "seoDescription" text, faq text, author bigint, reviewed date, badges jsonb, settings jsonb,
      policy text, publication text, age integer)
    returning id, title, slug, city_id as "cityId"`.execute(trx)
  const ids = new Map(made.map(({ id, cityId, slug }) => [`${cityId} ${slug}`, id]))
  const idOf = (index: number) => ids.get(`${plans[index]?.cityId} ${rows[index]?.slug}`) ?? 0
  const members = plans.flatMap((plan, index) =>
    plan.members.slice(0, 8).map(({ id }, place) => ({
      alias: idOf(index),
      product: id,
      rank: place + 1,
      pinned: rows[index]?.policy === 'pinned' && place === Math.min(1, plan.members.length - 1),
    })),
  )
  await sql`
    insert into alias_members (alias_id, product_id, rank, is_pinned)
    select g.alias, g.product, g.rank, g.pinned from jsonb_to_recordset(${JSON.stringify(members)}::jsonb) as g (alias bigint, product bigint, rank integer, pinned boolean)
    order by g.alias, g.rank`.execute(trx)
  await refreshChoices(
    trx,
    made.map(({ id }) => id),
  )
  await addSpanish(
    trx,
    words,
    rows.map((row, index) => ({ id: idOf(index), publication: row.publication, slug: row.slug, cityId: row.city })),
    slugs.es,
  )
  await addFormerAddresses(trx)
}

function badgesOf(index: number, today: string): { kind: string; until: string }[] {
  if (index % 4 === 0) return [{ kind: 'bestseller', until: days(today, 15 + ((index * 7) % 90)) }]
  return index % 7 === 3
    ? [
        { kind: 'likely_to_sell_out', until: days(today, 10 + (index % 30)) },
        { kind: 'new', until: days(today, 30) },
      ]
    : []
}

interface Written {
  readonly id: number
  readonly publication: string
  readonly slug: string
  readonly cityId: number
}

async function addSpanish(
  trx: Db,
  words: readonly { readonly en: AliasWords; readonly es: AliasWords }[],
  written: readonly Written[],
  slugIn: (cityId: number, slug: string) => string,
): Promise<void> {
  const keys = [
    'heading',
    'shortText',
    'longText',
    'highlights',
    'inclusions',
    'exclusions',
    'faq',
    'seoTitle',
    'seoDescription',
  ] as const
  await seedTexts(
    trx,
    'aliases',
    'es',
    words.flatMap(({ en, es }, index): DemoText[] => {
      const row = written[index]
      if (!row || (row.publication === 'draft' && index % 2 === 0)) return []
      const { id, slug, cityId } = row
      const status = index % 7 === 5 ? { status: 'machine' as const } : {}
      const names: DemoText[] = [
        { id, field: 'title', source: en.title, text: es.title, ...status },
        { id, field: 'slug', source: slug, text: slugIn(cityId, slugOf(es.title)), ...status },
      ]
      if (index % 6 === 3) return names
      return [
        ...names,
        ...keys.flatMap((field): DemoText[] =>
          field === 'exclusions' && index % 4 === 1
            ? []
            : [
                {
                  id,
                  field,
                  source: en[field],
                  text: es[field],
                  ...status,
                  ...(field === 'shortText' &&
                    index % 8 === 4 && { sourceThen: `${en.shortText.split(' ').slice(0, -3).join(' ')}.` }),
                },
              ],
        ),
      ]
    }),
  )
  await sql`update translations t set scope = a.city_id from aliases a where t.resource = 'aliases' and t.field = 'slug' and a.id = t.record_id`.execute(
    trx,
  )
}

/** Some pages used to have another address that people still visit. */
async function addFormerAddresses(trx: Db): Promise<void> {
  await sql`
    insert into redirects (resource, record_id, locale, path, reason, target_id, created_at)
    select 'aliases', a.id, 'en', '/' || a.slug || '-tickets/pa-' || a.id, 'moved', a.id, now() - interval '70 days'
    from aliases a where a.publication = 'published' and a.id % 5 = 0 on conflict do nothing`.execute(trx)
}
