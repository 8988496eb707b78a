import { sql } from 'kysely'
import { may } from '../../core/access/access.ts'
import { implement, JsonText } from '../../core/http/endpoint.server.ts'
import { Refusal } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import { readAuthorPages, signedResources } from './author.endpoints.ts'
import { signedPages } from './authors.server.ts'

export const readAuthorPagesServer = implement(readAuthorPages, async ({ db, actor, params }) => {
  const seen = signedResources.filter((name) => may(actor.grants, 'ui', name))
  const {
    rows: [found],
  } = /^[1-9][0-9]{0,14}$/.test(params.id)
    ? await sql<{ text: string }>`
    select json_build_object('pages', coalesce((select json_agg(json_build_object(
      'resource', w.resource, 'id', w.id, 'title', w.title, 'publication', w.publication, 'freshOn', w.fresh_on,
      'daysOver', now()::date - (w.fresh_on + a.review_days)
    ) order by w.publication = 'published' desc, w.fresh_on nulls last, w.place, w.id) from ${signedPages} w where w.author_id = a.id and w.resource = any(${seen}::text[])), '[]'),
      'hidden', (select count(*)::integer from ${signedPages} w where w.author_id = a.id and w.resource <> all(${seen}::text[])))::text as text
    from authors a where a.id = ${Number(params.id)}`.execute(db)
    : { rows: [] }
  if (!found) throw new Refusal(404, t('Author not found.'))
  return new JsonText(found.text)
})
