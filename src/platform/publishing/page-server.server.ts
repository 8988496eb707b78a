import { sql } from 'kysely'
import { Refusal } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import { inSentence } from '../../core/resource/resource.ts'
import type { ResourceServer, SaveCall } from '../../core/resource/resource.server.ts'
import { siteLocales, storedTexts } from '../translations/store/translation-store.server.ts'
import { assertAuthorIsPublished } from './bylines.server.ts'
import { blockingIn } from './publication-steps.server.ts'
import { ownFindings } from './readiness.ts'
import { addressesOf, endAddresses, moveAddresses } from './addresses/redirects.server.ts'
import { assertSlug, assertSlugsFit, freeSlug, lockSlugs, scopeOf } from './addresses/slugs.server.ts'

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)

/**
 * What every page needs besides its own rules: a slug that is free, redirects from addresses it no longer has, and that
 * it stays fit to be public while it is. A resource without `page` is left as it is.
 */
export function pageServer(server: ResourceServer): ResourceServer {
  const { resource } = server
  if (!resource.page || !resource.fields['slug']) return server
  return {
    ...server,
    async beforeSave(call) {
      await server.beforeSave?.(call)
      await giveSlug(server, call)
      if (call.current?.['publication'] !== 'published') return
      assertStaysFit(server, call)
      await assertAuthorIsPublished(call.db, resource, { ...call.current, ...call.draft }, call.current)
    },
    async afterSave(call) {
      await server.afterSave?.(call)
      if (call.current) await followMove(server, call)
    },
    async beforeDelete(call) {
      // First the record's own reasons: no one should unpublish a page only to find that it can't be deleted.
      await server.beforeDelete?.(call)
      if (call.current['publication'] === 'published') {
        throw new Refusal(
          409,
          t('This {one} is published. Unpublish it first and choose where its URL redirects.', {
            one: inSentence(t(resource.label[0])),
          }),
        )
      }
      await endAddresses(call.db, { resource, id: Number(call.current['id']) })
    },
  }
}

async function giveSlug({ resource }: ResourceServer, { draft, current, db }: SaveCall): Promise<void> {
  const [slug, before] = [textOf(draft['slug']), textOf(current?.['slug'])]
  const scope = scopeOf(resource, draft)
  if (slug !== null && slug === before && current && scope === scopeOf(resource, current)) return
  const id = typeof current?.['id'] === 'number' ? current['id'] : null
  await lockSlugs(db, resource)
  if (slug === null) draft['slug'] = await freeSlug(db, { resource, scope, id }, String(draft[resource.title] ?? ''))
  else await assertSlug(db, { resource, scope, id }, slug)
  const within = resource.page?.within
  if (id === null || within === undefined || !current || scope === scopeOf(resource, current)) return
  await assertSlugsFit(db, resource, { ids: [id], scope, isOwnSeen: true, onField: within })
}

/** A save can leave open what was already missing, but must not remove what publishing required. */
function assertStaysFit({ resource }: ResourceServer, { draft, current }: SaveCall): void {
  const before = new Set(blockingIn(ownFindings(resource, { ...current })).map(({ key }) => key))
  const lost = blockingIn(ownFindings(resource, { ...current, ...draft })).filter(({ key }) => !before.has(key))
  if (lost.length === 0) return
  const fields = Object.fromEntries(
    lost.map(({ field, key, label }) => [field ?? key, t('Required on published pages: {label}.', { label })]),
  )
  throw new Refusal(
    409,
    t('This {one} is published, so it needs: {lost}.', {
      one: inSentence(t(resource.label[0])),
      lost: lost.map(({ label }) => label).join('; '),
    }),
    { fields },
  )
}

async function followMove(
  { resource }: ResourceServer,
  { draft, current, db, id }: SaveCall & { id: number },
): Promise<void> {
  const [slug, before] = [textOf(draft['slug']), textOf(current?.['slug'])]
  const scope = scopeOf(resource, draft)
  if (resource.page?.within !== undefined) {
    await sql`update translations set scope = ${scope} where resource = ${resource.name} and record_id = ${id} and field = 'slug' and scope <> ${scope}`.execute(
      db,
    )
  }
  // No one knows an address that was never public.
  if (slug === before || current?.['publishedAt'] === null || current?.['publishedAt'] === undefined) return
  const locales = await siteLocales(db)
  const texts = await storedTexts(db, resource, id)
  await moveAddresses(
    db,
    { resource, id },
    addressesOf(resource, { id, slug: before }, locales, texts),
    addressesOf(resource, { id, slug }, locales, texts),
  )
}
