import { sql } from 'kysely'
import { may } from '../../core/access/access.ts'
import type { Implementation } from '../../core/http/endpoint.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { Refusal } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { fieldOf, tableOf } from '../../core/resource/resource.ts'
import type { Launch } from './launch.endpoints.ts'
import { launchLocales, readLaunch } from './launch.endpoints.ts'
import { publishLocale } from './locales.server.ts'
import { languageName } from '../../platform/translations/store/language-names.ts'
import { isPublicTextSql } from '../../platform/translations/store/public-texts.server.ts'

interface Named {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly isOnSite: boolean
  readonly fallbackId: number | null
  readonly fallbackCode: string | null
  readonly fallback: string | null
  readonly isFallbackOnSite: boolean
}

async function named(db: Db, ids: readonly number[]): Promise<Named[]> {
  const { rows } = await sql<Named>`
    select l.id, l.code, l.name, l.is_enabled_on_site as "isOnSite", l.fallback_id as "fallbackId", f.code as "fallbackCode", f.name as fallback, coalesce(f.is_enabled_on_site, true) as "isFallbackOnSite"
    from locales l left join locales f on f.id = l.fallback_id where l.id = any(${[...ids]}::bigint[]) order by l.name`.execute(
    db,
  )
  return rows
}

/** Fallbacks come before the languages that use them. */
function inOrder(all: readonly Named[]): Named[] {
  const done: Named[] = []
  const add = (one: Named) => {
    if (done.includes(one)) return
    const before = all.find(({ id }) => id === one.fallbackId)
    // The database lets no chain go in a circle.
    if (before) add(before)
    done.push(one)
  }
  all.forEach(add)
  return done
}

function obstacleOf(
  { code, name, isOnSite, isFallbackOnSite, fallbackId, fallbackCode, fallback }: Named,
  all: readonly Named[],
): string | null {
  if (isOnSite) return t('{name} is already published.', { name: languageName(code, name) })
  if (isFallbackOnSite || all.some(({ id }) => id === fallbackId)) return null
  return t('{name} falls back to {fallback}, which is not published. Publish that first, or choose another fallback.', {
    name: languageName(code, name),
    fallback: languageName(fallbackCode ?? '', fallback ?? ''),
  })
}

interface Counted {
  readonly resource: string
  readonly code: string
  readonly published: number
  readonly translated: number
  readonly unapproved: number
  readonly outdated: number
}

/** One statement: the published pages of every kind, and of each language which of their texts readers will see. */
async function countPages(db: Db, pages: readonly AnyResource[], codes: readonly string[]): Promise<Counted[]> {
  if (pages.length === 0) return []
  const branches = pages.map(
    (resource) => sql`
    select ${resource.name}::text as resource, l.code, (select count(*)::integer from ${sql.table(tableOf(resource))} where publication = 'published') as published,
      w.translated, w.unapproved, w.outdated
    from unnest(${[...codes]}::text[]) as l (code) cross join lateral (
      select count(*) filter (where x.field = ${resource.title} and ${isPublicTextSql('x')})::integer as translated,
        count(*) filter (where x.field <> 'slug' and not ${isPublicTextSql('x')})::integer as unapproved,
        count(*) filter (where x.field <> 'slug' and x.outdated_at is not null)::integer as outdated
      from translations x join ${sql.table(tableOf(resource))} p on p.id = x.record_id
      where x.resource = ${resource.name} and x.locale = l.code and not x.is_record_gone and p.publication = 'published') as w`,
  )
  const { rows } = await sql<Counted>`${sql.join(branches, sql` union all `)}`.execute(db)
  return rows
}

/** Launches several languages at once, after a preview of what readers will see. */
export function implementLaunch(resources: readonly AnyResource[]): readonly Implementation[] {
  const pages = resources.filter(
    (resource) => resource.page !== undefined && fieldOf(resource, resource.title)?.translatable === true,
  )
  return [
    implement(readLaunch, async ({ db, actor, query }) => {
      const all = await named(db, query.ids.split(',').map(Number))
      const counted = await countPages(
        db,
        pages.filter(({ access }) => may(actor.grants, 'ui', access.object)),
        all.map(({ code }) => code),
      )
      const sum = (of: readonly Counted[], key: 'unapproved' | 'outdated') =>
        of.reduce((total, one) => total + one[key], 0)
      return {
        languages: inOrder(all).map((one): Launch => {
          const own = counted.filter(({ code }) => code === one.code)
          return {
            id: one.id,
            code: one.code,
            name: one.name,
            obstacle: obstacleOf(one, all),
            unapproved: sum(own, 'unapproved'),
            outdated: sum(own, 'outdated'),
            pages: own
              .filter(({ published }) => published > 0)
              .map(({ resource, published, translated }) => ({ resource, published, translated })),
          }
        }),
      }
    }),

    implement(launchLocales, async ({ db, input, audit }) => {
      const all = await named(db, input.ids)
      const results: { id: number; ok: boolean; message?: string }[] = input.ids
        .filter((id) => !all.some((one) => one.id === id))
        .map((id) => ({ id, ok: false, message: t('Language not found.') }))
      for (const { id } of inOrder(all)) {
        try {
          await publishLocale(db, String(id), audit)
          results.push({ id, ok: true })
        } catch (error) {
          if (!(error instanceof Refusal)) throw error
          results.push({ id, ok: false, message: error.message })
        }
      }
      return { results }
    }),
  ]
}
