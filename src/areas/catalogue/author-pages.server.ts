import { sql } from 'kysely'
import { may } from '../../kit/access.ts'
import { implement, JsonText } from '../../kit/endpoint.server.ts'
import { Refusal } from '../../kit/errors.ts'
import { t } from '../../kit/language.ts'
import { readAuthorPages, signedResources } from './section-calls.ts'
import { signedPages } from './section-servers.server.ts'

export const readAuthorPagesServer = implement(readAuthorPages, async ({ db, actor, params }) => {
  const seen = signedResources.filter((name) => may(actor.grants, 'ui', name))
  const { rows: [found] } = /^[1-9][0-9]{0,14}$/.test(params.id) ? await sql<{ text: string }>`
    select json_build_object('pages', coalesce((select json_agg(json_build_object(
      'resource', w.resource, 'id', w.id, 'title', w.title, 'publication', w.publication, 'freshOn', w.fresh_on,
      'daysOver', current_date - (w.fresh_on + a.review_days)
    ) order by w.publication = 'published' desc, w.fresh_on nulls last, w.place, w.id) from ${signedPages} w where w.author_id = a.id and w.resource = any(${seen}::text[])), '[]'),
      'hidden', (select count(*)::integer from ${signedPages} w where w.author_id = a.id and w.resource <> all(${seen}::text[])))::text as text
    from authors a where a.id = ${Number(params.id)}`.execute(db) : { rows: [] }
  if (!found) throw new Refusal(404, t('There is no such author.'))
  return new JsonText(found.text)
})
