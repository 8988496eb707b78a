import { sql } from 'kysely'
import type { Call } from '../../core/http/endpoint.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { invalid, Refusal } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import { storedTexts, textLocales } from '../../platform/translations/store/translation-store.server.ts'
import { titleLossProblem } from '../../platform/translations/translations.server.ts'
import { isPublicTextSql } from '../../platform/translations/store/public-texts.server.ts'
import { addPageVersion, readPageVersions, restorePageVersion, withdrawPageVersion } from './static-page.endpoints.ts'
import type { PageVersion } from './static-page.endpoints.ts'
import { staticPages } from './static-pages.ts'

interface Draft {
  readonly id: number
  readonly version: number
  readonly title: string
  readonly body: string | null
  readonly template: string
  readonly publication: string
  readonly texts: PageVersion['texts']
}

const idPattern = /^[1-9][0-9]{0,14}$/
const idOf = (text: string): number => (idPattern.test(text) ? Number(text) : 0)

/**
 * Every language of the site in which readers see both a title and a text: neither half a translation nor a draft is
 * binding on anyone.
 */
const textsOfPage = sql`coalesce((
  select jsonb_object_agg(a.locale, jsonb_build_object('title', a.text, 'body', b.text))
  from translations a join locales l on l.code = a.locale and l.is_enabled_on_site join translations b on b.resource = a.resource and b.record_id = a.record_id and b.locale = a.locale and b.field = 'body' and not b.is_record_gone
    and ${isPublicTextSql('b')}
  where a.resource = 'static-pages' and a.record_id = p.id and a.field = 'title' and not a.is_record_gone
    and ${isPublicTextSql('a')}), '{}')`

async function draftOf(db: Db, id: string, lock: boolean): Promise<Draft> {
  const {
    rows: [page],
  } = await sql<Draft>`
    select p.id, p.version, p.title, p.body, p.template, p.publication, ${textsOfPage} as texts from static_pages p where p.id = ${idOf(id)}
    ${lock ? sql`for update` : sql``}`.execute(db)
  if (!page) throw new Refusal(404, t('Static page not found.'))
  return page
}

async function versionsOf(db: Db, pageId: number): Promise<PageVersion[]> {
  const { rows } = await sql<PageVersion>`
    select id, number, title, body, texts, note, effective_from as "effectiveFrom", created_at as "createdAt", created_by_name as "createdBy", sha256,
      case when effective_from > now() then 'planned'
        when effective_from = max(effective_from) filter (where effective_from <= now()) over () then 'in_force' else 'superseded' end as state
    from static_page_versions where page_id = ${pageId} order by effective_from desc`.execute(db)
  return rows
}

function found(versions: readonly PageVersion[], id: string): PageVersion {
  const version = versions.find((one) => one.id === idOf(id))
  if (!version) throw new Refusal(404, t('This page doesn’t have this version.'))
  return version
}

export const readPageVersionsServer = implement(readPageVersions, async ({ db, params }) => {
  const page = await draftOf(db, params.id, false)
  const versions = await versionsOf(db, page.id)
  const [last] = versions
  return {
    versions,
    isDraftNewer: !last || last.title !== page.title || last.body !== page.body || !sameTexts(last.texts, page.texts),
  }
})

function sameTexts(one: PageVersion['texts'], other: PageVersion['texts']): boolean {
  const keys = Object.keys(one)
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => one[key]?.title === other[key]?.title && one[key]?.body === other[key]?.body)
  )
}

export const addPageVersionServer = implement(addPageVersion, async ({ db, params, input, actor, audit }) => {
  const page = await draftOf(db, params.id, true)
  if (page.template !== 'legal') throw new Refusal(409, t('Only legal pages keep versions. Change the template first.'))
  if (page.body === null) throw new Refusal(409, t('No text to apply.'))
  const versions = await versionsOf(db, page.id)
  const [last] = versions
  const { effectiveFrom } = input
  if (effectiveFrom !== null && Date.parse(effectiveFrom) <= Date.now())
    throw invalid({
      effectiveFrom: t('A version applies from now or from a future moment. Past versions don’t change.'),
    })
  if (last && last.title === page.title && last.body === page.body && sameTexts(last.texts, page.texts)) {
    throw new Refusal(409, t('Version {number} says the same in every language.', { number: last.number }))
  }
  const twin = versions.find((version) => version.effectiveFrom === effectiveFrom)
  if (twin) throw invalid({ effectiveFrom: t('Version {number} already applies from then.', { number: twin.number }) })
  // Cut and not rounded to milliseconds: what applies from now on must not lie ahead of now.
  const {
    rows: [made],
  } = await sql<{ id: number; number: number }>`
    insert into static_page_versions (page_id, number, title, body, texts, note, effective_from, created_at, created_by_name)
    select ${page.id}, coalesce(max(number), 0) + 1, ${page.title}, ${page.body}, ${JSON.stringify(page.texts)}::jsonb, ${input.note},
      coalesce(${effectiveFrom}::timestamptz(3), date_trunc('milliseconds', now())), date_trunc('milliseconds', now()), ${actor.name}
    from static_page_versions where page_id = ${page.id} returning id, number`.execute(db)
  if (!made) throw new Error('An insert answers with its row.')
  const version = found(await versionsOf(db, page.id), String(made.id))
  audit.record({
    action: 'version-added',
    object: 'static-pages',
    recordId: page.id,
    title: page.title,
    version: page.version,
    before: null,
    after: { versionNumber: version.number, effectiveFrom: version.effectiveFrom, sha256: version.sha256 },
    ...(input.note !== null && { reason: input.note }),
  })
  return version
})

export const withdrawPageVersionServer = implement(withdrawPageVersion, async ({ db, params, audit }) => {
  const page = await draftOf(db, params.id, true)
  const version = found(await versionsOf(db, page.id), params.versionId)
  if (version.state !== 'planned')
    throw new Refusal(
      409,
      t('Version {number} already applies and customers might have agreed to it, so it can’t be withdrawn.', {
        number: version.number,
      }),
    )
  await sql`delete from static_page_versions where id = ${version.id}`.execute(db)
  audit.record({
    action: 'version-withdrawn',
    object: 'static-pages',
    recordId: page.id,
    title: page.title,
    version: page.version,
    before: { versionNumber: version.number, effectiveFrom: version.effectiveFrom, sha256: version.sha256 },
    after: null,
  })
  return version
})

export const restorePageVersionServer = implement(restorePageVersion, async ({ db, params, actor, audit }) => {
  const page = await draftOf(db, params.id, true)
  const version = found(await versionsOf(db, page.id), params.versionId)
  const {
    rows: [saved],
  } = await sql<{ id: number; version: number }>`
    update static_pages set title = ${version.title}, body = ${version.body}, version = version + 1, updated_at = now() where id = ${page.id}
    returning id, version`.execute(db)
  if (!saved) throw new Error('An update answers with its row.')
  await restoreTexts(db, page, version, actor)
  audit.record({
    action: 'version-restored',
    object: 'static-pages',
    recordId: page.id,
    title: version.title,
    version: saved.version,
    before: { title: page.title, body: page.body },
    after: { title: version.title, body: version.body },
    reason: `Text of version ${version.number}`,
  })
  return saved
})

/**
 * Restored translations become drafts: they must be approved again. A title that readers of a published page need stays as it
 * is, as it does for translators.
 */
async function restoreTexts(
  db: Db,
  { id, publication }: Draft,
  version: PageVersion,
  actor: Call['actor'],
): Promise<void> {
  const [locales, stored] = [await textLocales(db), await storedTexts(db, staticPages, id)]
  const isKept = ({ locale: code, field, text }: { locale: string; field: string; text: string }) => {
    const locale = locales.find((one) => one.code === code)
    const before = stored.find((one) => one.locale === code && one.field === field)
    if (!locale || !before || before.text === text) return false
    return titleLossProblem(staticPages, field, locale, { publication, before, after: { status: 'draft' } }) !== null
  }
  const rows = Object.entries(version.texts)
    .flatMap(([locale, { title, body }]) => [
      { locale, field: 'title', text: title, source: version.title },
      { locale, field: 'body', text: body, source: version.body },
    ])
    .filter((row) => !isKept(row))
  await sql`
    insert into translations (resource, record_id, locale, field, text, status, source, translator_id, translator_name)
    select 'static-pages', ${id}, g.locale, g.field, g.text, 'draft', g.source, ${actor.kind === 'staff' ? actor.id : null}, ${actor.name}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (locale text, field text, text text, source text)
    on conflict on constraint translations_place_key do update
    set text = excluded.text, status = case when translations.text = excluded.text then translations.status else 'draft' end, source = excluded.source,
      outdated_at = null, translator_id = excluded.translator_id, translator_name = excluded.translator_name, is_record_gone = false,
      updated_at = now(), version = translations.version + 1`.execute(db)
}
