import { sql } from 'kysely'
import type { Call } from '../../core/http/endpoint.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { tableOf } from '../../core/resource/resource.ts'
import {
  addressesOf,
  approveSlugs,
  followTexts,
  moveAddresses,
  movingPage,
} from '../../platform/publishing/addresses/redirects.server.ts'
import { freeSlug, lockSlugs, scopeOf, slugOf } from '../../platform/publishing/addresses/slugs.server.ts'
import { siteLocales, storedTexts } from '../../platform/translations/store/translation-store.server.ts'
import type { Accepted } from './import-check.server.ts'

/** Writes accepted texts in one statement, with an entry of the audit for each record and language. */
export async function writeAccepted(
  call: Pick<Call, 'db' | 'actor' | 'audit'>,
  accepted: readonly Accepted[],
): Promise<void> {
  if (accepted.length === 0) return
  const { db, actor, audit } = call
  // Their sources stay locked until the end, so that no translation is based on a source that has changed since.
  for (const { resource } of new Set(accepted.map(({ one }) => one))) {
    const ids = accepted.flatMap(({ one, recordId }) => (one.resource === resource ? [recordId] : []))
    await sql`select 1 from ${sql.table(tableOf(resource))} where id = any(${ids}::bigint[]) order by id for update`.execute(
      db,
    )
  }
  const rows = accepted.map(({ one, recordId, field, locale, text, status, source }) => ({
    resource: one.resource.name,
    id: recordId,
    locale,
    field,
    text,
    status,
    source,
  }))
  await sql`
    insert into translations (resource, record_id, locale, field, text, status, source, translator_id, translator_name)
    select g.resource, g.id, g.locale, g.field, g.text, g.status, g.source, ${actor.kind === 'staff' ? actor.id : null}, ${actor.name}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (resource text, id bigint, locale text, field text, text text, status text, source text)
    on conflict on constraint translations_place_key do update
    set text = excluded.text, status = excluded.status, source = excluded.source, outdated_at = null, translator_id = excluded.translator_id,
      translator_name = excluded.translator_name, is_record_gone = false, updated_at = now(), version = translations.version + 1`.execute(
    db,
  )
  await giveSlugs(call, accepted)
  await followTitles(db, accepted)
  for (const texts of Map.groupBy(
    accepted,
    ({ one, recordId, locale }) => `${one.resource.name} ${recordId} ${locale}`,
  ).values()) {
    const [first] = texts
    if (!first) continue
    audit.record({
      action: 'translated',
      object: first.one.resource.name,
      recordId: first.recordId,
      title: first.title,
      before: Object.fromEntries(
        texts.flatMap(({ field, locale, before }) => (before === null ? [] : [[`${field} (${locale})`, before]])),
      ),
      after: Object.fromEntries(texts.map(({ field, locale, text }) => [`${field} (${locale})`, text])),
      reason: 'From a file',
    })
  }
}

/** A slug that a title brought along is approved with it, and the page moves there. */
async function followTitles(db: Db, accepted: readonly Accepted[]): Promise<void> {
  const titles = accepted.filter(({ one, field, status }) => field === one.resource.title && status === 'approved')
  for (const { one, recordId: id, locale } of titles) {
    const { resource } = one
    const page = await movingPage(db, { resource, id })
    await approveSlugs(db, [{ resource, id, locale }])
    if (page) await followTexts(db, page)
  }
}

/**
 * Pages with a title in a language for the first time get an address in it, one after another, as slugs are assigned.
 */
async function giveSlugs({ db, actor }: Pick<Call, 'db' | 'actor'>, accepted: readonly Accepted[]): Promise<void> {
  const titled = accepted.filter(
    ({ one, field, before }) =>
      before === null && field === one.resource.title && one.resource.page && one.resource.fields['slug']?.translatable,
  )
  for (const text of titled) await giveSlug(db, text, actor)
}

async function giveSlug(
  db: Db,
  { one: { resource }, recordId: id, locale, text, status }: Accepted,
  actor: Call['actor'],
): Promise<void> {
  if (slugOf(text) === '') return
  const within = resource.page?.within
  const {
    rows: [record],
  } = await sql<{ slug: string | null; publishedAt: string | null; scope: number | null }>`
    select t.slug, t.published_at as "publishedAt", ${within === undefined ? sql`null::bigint` : sql.ref(`t.${within.replace(/Id$/, '_id')}`)} as scope
    from ${sql.table(tableOf(resource))} t where t.id = ${id}`.execute(db)
  const before = await storedTexts(db, resource, id)
  if (!record || before.some((stored) => stored.locale === locale && stored.field === 'slug')) return
  await lockSlugs(db, resource)
  const scope = scopeOf(resource, within === undefined ? {} : { [within]: record.scope })
  const slug = await freeSlug(db, { resource, scope, id }, text)
  await sql`
    insert into translations (resource, record_id, locale, field, text, status, source, scope, translator_id, translator_name)
    values (${resource.name}, ${id}, ${locale}, 'slug', ${slug}, ${status}, ${record.slug ?? ''}, ${scope}, ${actor.kind === 'staff' ? actor.id : null}, ${actor.name})`.execute(
    db,
  )
  if (record.publishedAt === null) return
  const locales = await siteLocales(db)
  const page = { id, slug: record.slug }
  await moveAddresses(
    db,
    { resource, id },
    addressesOf(resource, page, locales, before),
    addressesOf(resource, page, locales, await storedTexts(db, resource, id)),
  )
}
