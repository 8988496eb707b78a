import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'
import { seedTexts } from '../../platform/translations/store/seed-texts.server.ts'
import type { DemoText } from '../../platform/translations/store/seed-texts.server.ts'
import { demoAuthors } from './seed-author-list.ts'

interface Made {
  readonly id: number
  readonly name: string
  readonly isPublished: boolean
}

/** Authors, with Spanish texts. Safe to run again. */
export async function seedAuthors(trx: Db): Promise<void> {
  const rows = demoAuthors.map((author) => ({ ...author, publication: 'isDraft' in author ? 'draft' : 'published' }))
  await sql`
    insert into authors (name, slug, credentials, biography, languages, city_ids, review_days, publication, published_at, created_at)
    select g.name, g.slug, g.credentials, g.text, array(select jsonb_array_elements_text(g.languages)),
      array(select c.id from cities c where c.name in (select jsonb_array_elements_text(g.cities)) order by c.id), g.days, g.publication,
      case when g.publication = 'published' then now() - interval '300 days' end, now() - interval '400 days'
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as g (name text, slug text, credentials text, text text, languages jsonb, cities jsonb, days integer, publication text)
    on conflict (slug) do nothing`.execute(trx)
  const made = await authorsOfDemo(trx)
  await seedTexts(
    trx,
    'authors',
    'es',
    demoAuthors.flatMap((author): DemoText[] => {
      const id = made.find(({ name }) => name === author.name)?.id
      if (id === undefined || author.esText === '') return []
      return [
        { id, field: 'credentials', source: author.credentials, text: author.esCredentials },
        { id, field: 'biography', source: author.text, text: author.esText },
      ]
    }),
  )
}

/** Whom pages of later features are by. */
export async function authorsOfDemo(trx: Db): Promise<readonly Made[]> {
  const { rows } = await sql<Made>`
    select id, name, publication = 'published' as "isPublished" from authors order by id`.execute(trx)
  return rows
}
