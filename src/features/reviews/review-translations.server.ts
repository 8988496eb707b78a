import { sql } from 'kysely'
import type { Call, Implementation } from '../../core/http/endpoint.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { invalid, Refusal } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import { recordIdIn } from '../../core/record-id.ts'
import { parseValue } from '../../core/resource/value-schemas.ts'
import { table } from './review-facts.server.ts'
import { redactionMarker } from './review-rules.ts'
import type { ReviewTranslation } from './review-translations.ts'
import { translationCallsOf } from './review-translations.ts'
import type { Reviews } from './reviews.ts'
import { allReviews } from './reviews.ts'

/** The calls about reviews in other languages, for each kind. */
export const reviewTranslationServers: readonly Implementation[] = allReviews.flatMap(serversOf)

interface Written {
  readonly id: number
  readonly title: string | null
  readonly body: string
  readonly language: string
}

function serversOf(reviews: Reviews): readonly Implementation[] {
  const calls = translationCallsOf(reviews)
  const { kind, resource } = reviews
  return [
    implement(calls.ask, async ({ db, input, actor, audit }) => {
      const { name } = await localeOf(db, input.locale)
      const ids = [...new Set(input.ids)]
      const { rows } = await sql<{ id: number }>`
        insert into review_translations (kind, review_id, locale, asked_by_name)
        select ${kind}, r.id, ${input.locale}, left(${actor.name}, 160) from ${table(reviews)} r
        where r.id = any(${ids}::bigint[]) and split_part(lower(r.language), '-', 1) <> split_part(lower(${input.locale}), '-', 1)
        order by r.id on conflict do nothing returning review_id as id`.execute(db)
      for (const { id } of rows)
        audit.record({
          action: 'translation-asked',
          object: resource.name,
          recordId: id,
          title: titleOf(reviews, id),
          before: null,
          after: { language: name },
        })
      return { asked: rows.length, passedOver: ids.length - rows.length }
    }),

    implement(calls.read, async ({ db, params }) => await answer(db, reviews, (await find(db, reviews, params.id)).id)),

    implement(calls.write, async ({ db, params, input, actor, audit }) => {
      const review = await find(db, reviews, params.id, true)
      const { name } = await localeOf(db, params.locale)
      if (baseOf(review.language) === baseOf(params.locale))
        throw new Refusal(409, t('Already written in {language}.', { language: t(name) }))
      const { title, body } = textsIn(reviews, input)
      const problems = problemsBeside(review, { title, body })
      if (Object.keys(problems).length > 0) throw invalid(problems)
      await sql`
        insert into review_translations (kind, review_id, locale, title, body, translator_id, translator_name, translated_at, asked_by_name)
        values (${kind}, ${review.id}, ${params.locale}, ${title}, ${body}, ${actor.kind === 'staff' ? actor.id : null}, left(${actor.name}, 160), now(), left(${actor.name}, 160))
        on conflict (kind, review_id, locale) do update set title = excluded.title, body = excluded.body, translator_id = excluded.translator_id,
          translator_name = excluded.translator_name, translated_at = excluded.translated_at`.execute(db)
      audit.record({
        action: 'translated',
        object: resource.name,
        recordId: review.id,
        title: titleOf(reviews, review.id),
        before: null,
        after: { language: name },
      })
      return await answer(db, reviews, review.id)
    }),

    implement(
      calls.withdraw,
      async ({ db, params, audit }: Pick<Call, 'db' | 'audit'> & { params: { id: string; locale: string } }) => {
        const review = await find(db, reviews, params.id, true)
        const {
          rows: [gone],
        } = !isTag(params.locale)
          ? { rows: [] }
          : await sql<{ name: string }>`
        delete from review_translations x using locales l where l.code = x.locale and x.kind = ${kind} and x.review_id = ${review.id} and x.locale = ${params.locale} returning l.name`.execute(
              db,
            )
        if (!gone) throw new Refusal(404, t('It isn’t translated into this language, nor requested.'))
        audit.record({
          action: 'translation-withdrawn',
          object: resource.name,
          recordId: review.id,
          title: titleOf(reviews, review.id),
          before: { language: gone.name },
          after: null,
        })
        return await answer(db, reviews, review.id)
      },
    ),
  ]
}

/** Applies the same limits as to the author's own text: its length, and no deceptive characters. */
function textsIn(
  { intake }: Reviews,
  input: { readonly title: string | null; readonly body: string },
): { title: string | null; body: string } {
  const problems: Record<string, string> = {}
  const parsed = (key: 'title' | 'body') => {
    const field = intake.fields[key]
    if (!field) throw new Error(`${intake.name} have no ${key}`)
    const result = parseValue(key, field, input[key])
    if ('problems' in result) Object.assign(problems, result.problems)
    return 'problems' in result || typeof result.value !== 'string' ? null : result.value
  }
  const [title, body] = [parsed('title'), parsed('body')]
  if (body === null) problems['body'] ??= t('Enter the text.')
  if (Object.keys(problems).length > 0) throw invalid(problems)
  return { title, body: body ?? '' }
}

/** What a translation lacks, or has too much of, beside the author's text: the title, or marks of what is redacted. */
function problemsBeside(review: Written, { title, body }: { readonly title: string | null; readonly body: string }) {
  return {
    ...(title === null && review.title !== null && { title: t('Translate the author’s title too.') }),
    ...(title !== null &&
      review.title === null && { title: t('The original has no title, so translations have none.') }),
    ...(title !== null &&
      review.title !== null &&
      marks(title) !== marks(review.title) && { title: markProblem(review.title) }),
    ...(marks(body) !== marks(review.body) && { body: markProblem(review.body) }),
  }
}

const baseOf = (language: string) => language.toLowerCase().split('-', 1)[0]
const marks = (text: string) => text.split(redactionMarker).length - 1
const markProblem = (original: string) =>
  marks(original) === 0
    ? t('Nothing in the original is redacted, so remove {marker}.', { marker: redactionMarker })
    : t('Where the original is redacted, write {marker}: {n, plural, one {once} other {# times}}.', {
        marker: redactionMarker,
        n: marks(original),
      })
// The audit log is permanent, so it records only that the text exists, not what it says.
const titleOf = ({ resource }: Reviews, id: number) => `${resource.label[0]} ${id}`

async function find(db: Db, reviews: Reviews, id: string, lock = false): Promise<Written> {
  const {
    rows: [found],
  } = await sql<Written>`
    select id, title, body, language from ${table(reviews)} where id = ${recordIdIn(id) ?? 0} ${lock ? sql`for update` : sql``}`.execute(
    db,
  )
  if (!found) throw new Refusal(404, t('{one} not found.', { one: t(reviews.resource.label[0]) }))
  return found
}

const isTag = (code: string) => /^[A-Za-z0-9-]{1,35}$/.test(code)

/** A language that the site is in. */
async function localeOf(db: Db, code: string): Promise<{ name: string }> {
  const {
    rows: [found],
  } = isTag(code)
    ? await sql<{ name: string }>`select name from locales where code = ${code} and is_enabled_on_site`.execute(db)
    : { rows: [] }
  if (!found) throw invalid({ locale: t('The site has no language {code}.', { code }) })
  return found
}

async function answer(db: Db, { kind }: Reviews, id: number): Promise<{ translations: ReviewTranslation[] }> {
  const { rows } = await sql<ReviewTranslation>`
    select x.locale, l.name, l.direction, x.title, x.body, x.translator_name as translator, x.translated_at as "translatedAt", x.asked_by_name as "askedBy", x.asked_at as "askedAt"
    from review_translations x join locales l on l.code = x.locale where x.kind = ${kind} and x.review_id = ${id} order by l.name, x.locale`.execute(
    db,
  )
  return { translations: rows }
}
