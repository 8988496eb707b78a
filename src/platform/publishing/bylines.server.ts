import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'
import { Refusal } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { inSentence, tableOf } from '../../core/resource/resource.ts'

type Values = Readonly<Record<string, unknown>>

let signers: AnyResource | null = null

/** Says whose names are under the texts of pages: the resource that a byline refers to. */
export function declareSigners(resource: AnyResource): void {
  signers = resource
}

/** The field that says whose name is under a page's text; null where no name is. */
export function bylineKeyOf({ fields }: AnyResource): string | null {
  const to = signers?.name
  return Object.entries(fields).find(([, field]) => field.kind === 'ref' && field.to === to)?.[0] ?? null
}

/** Whether the page of a record's author is public. Null if the record has no author. */
export async function isAuthorPublished(db: Db, resource: AnyResource, record: Values): Promise<boolean | null> {
  const key = bylineKeyOf(resource)
  const authorId = key === null ? null : record[key]
  if (typeof authorId !== 'number' || !signers) return null
  const {
    rows: [author],
  } = await sql<{
    publication: string
  }>`select publication from ${sql.table(tableOf(signers))} where id = ${authorId}`.execute(db)
  return author?.publication === 'published'
}

/** The author of a published page needs a public page of their own. Otherwise the byline would lead nowhere. */
export async function assertAuthorIsPublished(
  db: Db,
  resource: AnyResource,
  draft: Values,
  current: Values,
): Promise<void> {
  const key = bylineKeyOf(resource)
  if (key === null || draft[key] === current[key] || (await isAuthorPublished(db, resource, draft)) !== false) return
  const message = t('This {one} is published, so its byline must be a published author.', {
    one: inSentence(t(resource.label[0])),
  })
  throw new Refusal(409, message, { fields: { [key]: message } })
}

/** Taking an author down would leave bylines on published pages that lead nowhere. The database refuses it too. */
export async function assertSignsNothingPublished(db: Db, resource: AnyResource, id: number): Promise<void> {
  if (resource.name !== signers?.name) return
  const {
    rows: [signed],
  } = await sql<{ count: number }>`select published_bylines(${id}) as count`.execute(db)
  if (!signed || signed.count === 0) return
  throw new Refusal(
    409,
    t(
      '{n, plural, one {A published page carries} other {# published pages carry}} this name. Choose a successor who signs what refers to this author from now on, or move the bylines to another author first.',
      { n: signed.count },
    ),
  )
}
