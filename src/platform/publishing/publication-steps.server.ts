import { sql } from 'kysely'
import type { AuditTrail } from '../../core/audit/audit.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { invalid, Refusal } from '../../core/errors/errors.ts'
import { msg, t } from '../../core/i18n/language.ts'
import type { Publication } from '../../core/resource/page.ts'
import { publicationSteps } from '../../core/resource/page.ts'
import { auditTitleOf } from '../../core/resource/personal.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { inSentence, tableOf } from '../../core/resource/resource.ts'
import { assertSignsNothingPublished, bylineKeyOf, isAuthorPublished } from './bylines.server.ts'
import { siteLocales, storedTexts } from '../translations/store/translation-store.server.ts'
import type { Finding } from './readiness.ts'
import { readinessOf } from './readiness.ts'
import { addressesOf, replaceAddresses, restoreAddresses } from './addresses/redirects.server.ts'
import { assertMayEnd } from './unpublish-blocked.server.ts'

export type Values = Readonly<Record<string, unknown>>

/** The current record of a page, and the audit trail for changes to it. */
export interface Subject {
  readonly resource: AnyResource
  readonly db: Db
  readonly record: Values
  readonly audit: AuditTrail
}

const idOf = (record: Values) => Number(record['id'])
/** Edge: a CHECK on the column allows only these values. */
export const publicationOf = (record: Values) => record['publication'] as Publication
const words: Readonly<Record<Publication, string>> = {
  draft: msg('a draft'),
  in_review: msg('in review'),
  published: msg('published'),
  unpublished: msg('unpublished'),
  archived: msg('archived'),
}

/** Everything about a page that is not in its record. */
export async function aboutPage({ resource, db, record }: Pick<Subject, 'resource' | 'db' | 'record'>) {
  const locales = await siteLocales(db)
  const texts = await storedTexts(db, resource, idOf(record))
  const slug = typeof record['slug'] === 'string' ? record['slug'] : null
  const isSigned = await isAuthorPublished(db, resource, record)
  const findings = readinessOf(resource, record, locales, texts, {
    silentImages: await imagesWithoutWords(resource, db, record),
    byline: isSigned === null ? null : { field: bylineKeyOf(resource), isPublished: isSigned },
  })
  return { findings, addresses: addressesOf(resource, { id: idOf(record), slug }, locales, texts) }
}

/** How many images of a record say nothing to those who cannot see them; null where it can have none. */
async function imagesWithoutWords(resource: AnyResource, db: Db, record: Values): Promise<number | null> {
  const keys = Object.entries(resource.fields)
    .filter(([, field]) => 'to' in field && field.to === 'images')
    .map(([key]) => key)
  if (keys.length === 0) return null
  const ids = keys.flatMap((key) => record[key] ?? []).filter((id) => typeof id === 'number')
  if (ids.length === 0) return 0
  const {
    rows: [found],
  } = await sql<{
    count: number
  }>`select count(*)::integer as count from images where id = any(${ids}::bigint[]) and alt_text is null`.execute(db)
  return found?.count ?? 0
}

export function blockingIn(findings: readonly Finding[]): Finding[] {
  return findings.filter(({ isBlocking, isMet }) => isBlocking && !isMet)
}

/** Refuses what is not ready, each thing on its field. */
function assertReady({ resource }: Subject, findings: readonly Finding[]): void {
  const blocking = blockingIn(findings)
  if (blocking.length === 0) return
  const fields = Object.fromEntries(
    blocking.map(({ field, key, lack }) => [field ?? key, t('It cannot be published yet: {lack}.', { lack })]),
  )
  throw new Refusal(
    409,
    t('This {one} is not ready: {lacks}.', {
      one: inSentence(t(resource.label[0])),
      lacks: blocking.map(({ lack }) => lack).join('; '),
    }),
    { error: 'NotReady', fields },
  )
}

function assertStep({ resource, record }: Pick<Subject, 'resource' | 'record'>, to: Publication): void {
  const from = publicationOf(record)
  if (publicationSteps[from].includes(to)) return
  throw new Refusal(
    409,
    t('This {one} is {from}, so it can’t become {to}.', {
      one: inSentence(t(resource.label[0])),
      from: t(words[from]),
      to: t(words[to]),
    }),
  )
}

/** Writes columns of the record and says so in the audit. `change` names each key with its value. */
async function write(
  { resource, db, record, audit }: Subject,
  action: string,
  change: Values,
  reason?: string,
): Promise<void> {
  const {
    rows: [row],
  } = await sql<{ version: number }>`
    update ${sql.table(tableOf(resource))} set publication = ${change['publication'] ?? record['publication']},
      publish_at = ${(change['publishAt'] === undefined ? record['publishAt'] : change['publishAt']) ?? null}::timestamptz,
      unpublish_at = ${(change['unpublishAt'] === undefined ? record['unpublishAt'] : change['unpublishAt']) ?? null}::timestamptz,
      published_at = ${change['publishedAt'] ?? record['publishedAt'] ?? null}::timestamptz, version = version + 1, updated_at = now()
    where id = ${idOf(record)} and publication = ${record['publication']} returning version`.execute(db)
  if (!row)
    throw new Refusal(
      409,
      t('This {one} was changed just now. Check it again.', { one: inSentence(t(resource.label[0])) }),
    )
  audit.record({
    action,
    object: resource.name,
    recordId: idOf(record),
    title: auditTitleOf(resource, record),
    version: row.version,
    before: Object.fromEntries(Object.keys(change).map((key) => [key, record[key] ?? null])),
    after: change,
    ...(reason !== undefined && { reason }),
  })
}

/** The stored end of a page that is still to come. */
export function endToCome({ record }: Pick<Subject, 'record'>): string | null {
  const until = record['unpublishAt']
  return typeof until === 'string' && Date.parse(until) > Date.now() ? until : null
}

/** Forgets an end that has no meaning any more: without this, the page is taken down right after it is next published. */
const withoutEnd = ({ record }: Pick<Subject, 'record'>) =>
  typeof record['unpublishAt'] === 'string' ? { unpublishAt: null } : {}

/** Publishes at once. `until` is when it is taken down again; without it, a stored end stays if it is still to come. */
export async function publish(subject: Subject, until: string | null | undefined): Promise<void> {
  const { resource, db, record } = subject
  assertStep(subject, 'published')
  if (until) assertMayEnd(subject, 'until')
  const { findings, addresses } = await aboutPage(subject)
  assertReady(subject, findings)
  await restoreAddresses(db, { resource, id: idOf(record) }, addresses)
  await write(subject, 'published', {
    publication: 'published',
    publishedAt: new Date().toISOString(),
    ...(record['publishAt'] !== null && { publishAt: null }),
    ...(until !== undefined ? { unpublishAt: until } : endToCome(subject) === null && withoutEnd(subject)),
  })
}

/** @throws Refusal 422 for what is past, and for an end before the beginning */
export function assertPlanOrder(at: string | null, until: string | null): void {
  const now = Date.now()
  if (at !== null && Date.parse(at) <= now) throw invalid({ at: t('The publish time must be in the future.') })
  if (until !== null && Date.parse(until) <= now) throw invalid({ until: t('Choose an unpublish time in the future.') })
  if (at !== null && until !== null && until <= at)
    throw invalid({ until: t('The unpublish time is before the publish time.') })
}

/**
 * Plans a publication, or takes the plan back. What is planned has to be ready already, and is looked at again then.
 * Without `until`, a stored end stays if it is still to come and something is planned or published.
 */
export async function plan(subject: Subject, at: string | null, until: string | null | undefined): Promise<void> {
  const end = endToCome(subject)
  if (at !== null) {
    assertStep(subject, 'published')
    if (until === undefined && end !== null && Date.parse(end) <= Date.parse(at))
      throw invalid({ until: t('The unpublish time is before the publish time.') })
    assertReady(subject, (await aboutPage(subject)).findings)
  }
  if (until) assertMayEnd(subject, 'until')
  const keepsEnd = publicationOf(subject.record) === 'published' || (at !== null && end !== null)
  await write(subject, at === null ? 'plan-taken-back' : 'publication-planned', {
    publishAt: at,
    ...(until !== undefined ? { unpublishAt: until } : !keepsEnd && withoutEnd(subject)),
  })
}

/** Changes when a published page is taken down by itself. */
export async function planEnd(subject: Subject, until: string | null): Promise<void> {
  if (until !== null) assertMayEnd(subject, 'until')
  await write(subject, until === null ? 'plan-taken-back' : 'end-planned', { unpublishAt: until })
}

/** Takes a page down. Its address leads to the successor's page from now on, or says that it is gone. */
export async function unpublish(subject: Subject, successor: Values | null): Promise<void> {
  const { resource, db, record } = subject
  assertStep(subject, 'unpublished')
  assertMayEnd(subject, 'successorId')
  await assertSignsNothingPublished(db, resource, idOf(record))
  const { addresses } = await aboutPage(subject)
  await replaceAddresses(db, { resource, id: idOf(record) }, addresses, successor === null ? null : idOf(successor))
  const reason = successor === null ? undefined : `Its address leads to ${String(successor[resource.title])}`
  await write(subject, 'unpublished', { publication: 'unpublished', ...withoutEnd(subject) }, reason)
}

const actions = { in_review: 'sent-for-review', draft: 'back-to-draft', archived: 'archived' } as const

/** A plan goes on while the page is in review, and ends with any other step. */
export async function review(subject: Subject, to: keyof typeof actions): Promise<void> {
  assertStep(subject, to)
  const isPlanned = subject.record['publishAt'] !== null
  await write(subject, actions[to], {
    publication: to,
    ...(isPlanned && to !== 'in_review' && { publishAt: null }),
    ...(!(isPlanned && to === 'in_review') && withoutEnd(subject)),
  })
}

/** A plan that could not be carried out is dropped, and the audit says why. */
export async function dropPlan(subject: Subject, reason: string): Promise<void> {
  await write(
    subject,
    'publication-not-carried-out',
    publicationOf(subject.record) === 'published' ? { unpublishAt: null } : { publishAt: null, ...withoutEnd(subject) },
    reason,
  )
}
