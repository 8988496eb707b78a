import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'
import { slugOf } from '../../platform/publishing/addresses/slugs.server.ts'
import type { DemoText } from '../../platform/translations/store/seed-texts.server.ts'
import { seedTexts } from '../../platform/translations/store/seed-texts.server.ts'

type French = readonly [name: string, description: string | null, status: DemoText['status']]

const categories: Readonly<Record<string, French>> = {
  'Attractions': [
    'Attractions',
    'Des billets pour les lieux que tout le monde veut voir, le plus souvent sans faire la queue.',
    'approved',
  ],
  'Tours': ['Visites', 'À pied, à vélo ou en bus, avec des gens qui vivent sur place.', 'approved'],
  'Day trips': ['Excursions', 'Départ le matin, retour pour le dîner.', 'in_review'],
  'Food and drink': ['Gastronomie', null, 'draft'],
}
const subcategories: Readonly<Record<string, French>> = {
  'Museums': ['Musées', 'Des grandes collections aux petites maisons que peu de gens trouvent.', 'approved'],
  'Skip-the-line tickets': [
    'Billets coupe-file',
    'Passez devant la file avec un billet horodaté sur votre téléphone.',
    'in_review',
  ],
  'Guided tours': ['Visites guidées', 'Un guide agréé, un petit groupe et du temps pour les questions.', 'approved'],
  'Walking tours': ['Visites à pied', null, 'machine'],
}
const cities: Readonly<Record<string, string>> = {
  'London': 'Londres',
  'Barcelona': 'Barcelone',
  'Lisbon': 'Lisbonne',
  'Rome': 'Rome',
  'Venice': 'Venise',
  'Vienna': 'Vienne',
  'Paris': 'Paris',
  'Seville': 'Séville',
  'Athens': 'Athènes',
}

/** The French translations so far: far from complete, some of them approved. */
export async function seedFrench(trx: Db): Promise<void> {
  for (const [resource, words] of [
    ['categories', categories],
    ['subcategories', subcategories],
  ] as const) {
    const { rows } = await sql<{ id: number; name: string; slug: string | null; description: string | null }>`
      select id, name, slug, description from ${sql.table(resource)} where name = any(${Object.keys(words)}::text[])`.execute(
      trx,
    )
    await seedTexts(
      trx,
      resource,
      'fr',
      rows.flatMap(({ id, name, slug, description }): DemoText[] => {
        const [own, text, status] = words[name] ?? [null, null, undefined]
        if (own === null) return []
        const how = status === undefined ? {} : { status }
        return [
          { id, field: 'name', source: name, text: own, ...how },
          { id, field: 'slug', source: slug ?? '', text: slugOf(own), ...how },
          ...(text === null || description === null
            ? []
            : [{ id, field: 'description', source: description, text, ...how }]),
        ]
      }),
    )
  }
  await sql`update translations t set scope = s.category_id from subcategories s where t.resource = 'subcategories' and t.field = 'slug' and t.locale = 'fr' and s.id = t.record_id`.execute(
    trx,
  )
  const { rows } = await sql<{ id: number; name: string; slug: string }>`
    select distinct on (name) id, name, slug from cities where name = any(${Object.keys(cities)}::text[]) and slug is not null order by name, (publication = 'published') desc, id`.execute(
    trx,
  )
  await seedTexts(
    trx,
    'cities',
    'fr',
    rows.flatMap(({ id, name, slug }): DemoText[] => {
      const own = cities[name] ?? name
      return [
        { id, field: 'name', source: name, text: own },
        { id, field: 'slug', source: slug, text: slugOf(own) === slugOf(name) ? slug : slugOf(own) },
        {
          id,
          field: 'seoTitle',
          source: `${name}: tickets, tours and things to do`,
          text: `${own} : billets, visites et activités`,
          status: 'draft',
        },
      ]
    }),
  )
}
