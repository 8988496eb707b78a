import { sql } from 'kysely'
import type { Db } from '../../../db/tables.server.ts'
import { pagePathOf } from '../../../core/resource/page.ts'
import type { AnyResource } from '../../../core/resource/resource.ts'
import { tableOf } from '../../../core/resource/resource.ts'
import { isPublicText } from '../../translations/store/translatable.ts'
import { siteLocales, storedTexts } from '../../translations/store/translation-store.server.ts'
import type { SiteLocale, StoredText } from '../../translations/store/translation-store.server.ts'

export interface Address {
  readonly locale: string
  readonly path: string
  /** It has no slug of its own in this language. */ readonly isFallback: boolean
}

/** Where a record's page is in each language of the site. */
export function addressesOf(
  { page }: AnyResource,
  record: { readonly id: number; readonly slug: string | null },
  locales: readonly SiteLocale[],
  texts: readonly Pick<StoredText, 'field' | 'locale' | 'text' | 'status'>[],
): Address[] {
  const { id, slug } = record
  if (!page || slug === null) return []
  return locales.map((one) => {
    const { code, isDefault } = one
    // A draft of a slug is no address: like every other text it counts once readers see it.
    const own = isDefault
      ? undefined
      : texts.find(
          (text) => text.field === 'slug' && text.locale === code && text.text !== '' && isPublicText(text, one),
        )
    return {
      locale: code,
      path: pagePathOf(page, { id, slug: own?.text ?? slug }, isDefault ? null : code),
      isFallback: !isDefault && own === undefined,
    }
  })
}

export interface Holder {
  readonly resource: AnyResource
  readonly id: number
}

/**
 * Redirects the former addresses of a page to it, and removes redirects from its current ones, so that there are no
 * loops.
 */
export async function moveAddresses(
  db: Db,
  { resource, id }: Holder,
  before: readonly Address[],
  after: readonly Address[],
): Promise<void> {
  const now = new Set(after.map(({ path }) => path))
  await sql`delete from redirects where resource = ${resource.name} and record_id = ${id} and path = any(${[...now]}::text[])`.execute(
    db,
  )
  const left = before.filter(({ path }) => !now.has(path))
  await keep(db, { resource, id }, left, 'moved', id)
}

/** The page of a record whose texts are about to change, with what leads to it now; null where it was never public. */
export interface MovingPage extends Holder {
  readonly slug: string | null
  readonly addresses: readonly Address[]
}

export async function movingPage(db: Db, { resource, id }: Holder): Promise<MovingPage | null> {
  if (!resource.page) return null
  const {
    rows: [record],
  } = await sql<{ slug: string | null }>`
    select slug from ${sql.table(tableOf(resource))} where id = ${id} and published_at is not null`.execute(db)
  if (!record) return null
  const addresses = addressesOf(resource, { id, ...record }, await siteLocales(db), await storedTexts(db, resource, id))
  return { resource, id, ...record, addresses }
}

/**
 * Approves the slug that a title brought along, with that title: it was made of it, and is no text of the queue that
 * could be approved by itself.
 */
export async function approveSlugs(
  db: Db,
  titles: readonly { readonly resource: AnyResource; readonly id: number; readonly locale: string }[],
): Promise<void> {
  const pages = titles.filter(({ resource }) => resource.page)
  if (pages.length === 0) return
  await sql`
    update translations s set status = 'approved', updated_at = now(), version = s.version + 1
    from unnest(${pages.map(({ resource }) => resource.name)}::text[], ${pages.map(({ id }) => id)}::bigint[], ${pages.map(({ locale }) => locale)}::text[])
      as g (resource, record_id, locale)
    where (s.resource, s.record_id, s.locale) = (g.resource, g.record_id, g.locale) and s.field = 'slug' and s.status <> 'approved' and not s.is_record_gone`.execute(
    db,
  )
}

/** Makes addresses that a page had lead to it after its texts have changed. */
export async function followTexts(db: Db, { resource, id, slug, addresses }: MovingPage): Promise<void> {
  const texts = await storedTexts(db, resource, id)
  const now = addressesOf(resource, { id, slug }, await siteLocales(db), texts)
  await moveAddresses(db, { resource, id }, addresses, now)
}

/** Makes the addresses of a page that is taken down lead to its successor, or say that it is gone for good. */
export async function replaceAddresses(
  db: Db,
  holder: Holder,
  addresses: readonly Address[],
  successor: number | null,
): Promise<void> {
  const { resource, id } = holder
  await keep(db, holder, addresses, successor === null ? 'gone' : 'replaced', successor)
  // What led here would be a chain of two.
  await sql`
    update redirects set target_id = ${successor}, reason = ${successor === null ? 'gone' : 'replaced'}
    where resource = ${resource.name} and (record_id = ${id} or reason = 'replaced' and target_id = ${id})`.execute(db)
}

/** Makes what led to a record that is deleted say that it is gone for good. */
export async function endAddresses(db: Db, { resource, id }: Holder): Promise<void> {
  await sql`update redirects set target_id = null, reason = 'gone' where resource = ${resource.name} and target_id = ${id}`.execute(
    db,
  )
}

/** A page that is back answers by itself, and its former addresses lead to it again. */
export async function restoreAddresses(db: Db, { resource, id }: Holder, addresses: readonly Address[]): Promise<void> {
  await sql`delete from redirects where resource = ${resource.name} and record_id = ${id} and path = any(${addresses.map(({ path }) => path)}::text[])`.execute(
    db,
  )
  await sql`update redirects set reason = 'moved', target_id = ${id}
    where resource = ${resource.name} and record_id = ${id} and reason <> 'moved'`.execute(db)
}

async function keep(
  db: Db,
  { resource, id }: Holder,
  addresses: readonly Address[],
  reason: 'moved' | 'replaced' | 'gone',
  target: number | null,
): Promise<void> {
  if (addresses.length === 0) return
  await sql`
    insert into redirects (resource, record_id, locale, path, reason, target_id)
    select ${resource.name}, ${id}, given.locale, given.path, ${reason}, ${target}::bigint
    from unnest(${addresses.map(({ locale }) => locale)}::text[], ${addresses.map(({ path }) => path)}::text[]) as given (locale, path)
    on conflict on constraint redirects_path_key do update
    set resource = excluded.resource, record_id = excluded.record_id, locale = excluded.locale, reason = excluded.reason,
      target_id = excluded.target_id, created_at = now()`.execute(db)
}

export interface Redirect {
  readonly locale: string
  readonly path: string
  readonly reason: 'moved' | 'replaced' | 'gone'
  readonly targetId: number | null
  readonly createdAt: string
}

/** What still leads to a record, or led to it before. */
export async function redirectsOf(db: Db, { resource, id }: Holder): Promise<readonly Redirect[]> {
  const { rows } = await sql<Redirect>`
    select locale, path, reason, target_id as "targetId", created_at as "createdAt" from redirects
    where resource = ${resource.name} and record_id = ${id} order by created_at desc, path`.execute(db)
  return rows
}
