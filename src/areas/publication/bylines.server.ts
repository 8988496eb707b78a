import { sql } from 'kysely'
import type { Db } from '../../kit/endpoint.server.ts'
import { Refusal } from '../../kit/errors.ts'
import { t } from '../../kit/language.ts'
import type { AnyResource } from '../../kit/resource.ts'
import { inSentence } from '../../kit/resource.ts'

type Values = Readonly<Record<string, unknown>>

/** The field that says whose name is under a page's text; null where no name is. */
export function bylineKeyOf({ fields }: AnyResource): string | null {
  return Object.entries(fields).find(([, field]) => field.kind === 'ref' && field.to === 'authors')?.[0] ?? null
}

/** Whether the page of whoever has signed a record is public; null where nobody has. */
export async function isAuthorPublished(db: Db, resource: AnyResource, record: Values): Promise<boolean | null> {
  const key = bylineKeyOf(resource)
  const authorId = key === null ? null : record[key]
  if (typeof authorId !== 'number') return null
  const { rows: [author] } = await sql<{ publication: string }>`select publication from authors where id = ${authorId}`.execute(db)
  return author?.publication === 'published'
}

/** A published page is given to nobody whose own page is not public: its byline would lead nowhere. */
export async function assertAuthorIsPublished(db: Db, resource: AnyResource, draft: Values, current: Values): Promise<void> {
  const key = bylineKeyOf(resource)
  if (key === null || draft[key] === current[key] || await isAuthorPublished(db, resource, draft) !== false) return
  const message = t('This {one} is published, so whoever signs it has to be a published author.', { one: inSentence(t(resource.label[0])) })
  throw new Refusal(409, message, { fields: { [key]: message } })
}

/** Taking an author down would leave bylines on published pages that lead nowhere. The database refuses it too. */
export async function assertSignsNothingPublished(db: Db, resource: AnyResource, id: number): Promise<void> {
  if (resource.name !== 'authors') return
  const { rows: [signed] } = await sql<{ count: number }>`select published_bylines(${id}) as count`.execute(db)
  if (!signed || signed.count === 0) return
  throw new Refusal(409, t('{n, plural, one {A published page carries} other {# published pages carry}} this name. Choose a successor who signs what refers to this author from now on, or move the bylines to another author first.', { n: signed.count }))
}
