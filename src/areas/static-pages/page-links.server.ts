import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { may } from '../../kit/access.ts'
import type { Db, Implementation } from '../../kit/endpoint.server.ts'
import { implement } from '../../kit/endpoint.server.ts'
import { Refusal } from '../../kit/errors.ts'
import { columnOf } from '../../kit/fields.ts'
import { t } from '../../kit/language.ts'
import { parseLinkMarkers } from '../../kit/link-marker.ts'
import type { AnyResource } from '../../kit/resource.ts'
import { tableOf } from '../../kit/resource.ts'
import { plainOfRichText } from '../../kit/rich-text-plain.ts'
import { recordsOf } from '../rich-text/marker-targets.ts'
import type { PageLink } from './static-page-calls.ts'
import { readPageLinks } from './static-page-calls.ts'

interface Text { readonly locale: string | null; readonly body: string }
interface Target { readonly resource: string; readonly id: number; readonly title: string; readonly publication: string | null }

const order = { unknown_code: 0, missing: 1, empty_text: 2, unpublished: 3, ok: 4 } as const

/** Where the link markers of a page lead; what the caller may not see is told by its kind and number alone. */
export function implementPageLinks(resources: readonly AnyResource[]): Implementation {
  return implement(readPageLinks, async ({ db, params, actor }) => {
    const markers = (await textsOf(db, params.id)).flatMap(({ locale, body }) => parseLinkMarkers(body).flatMap((part) => (
      part.kind === 'link' ? [{ locale, element: part.element, text: plainOfRichText(part.text), target: part.target }] : [])))
    const wanted = markers.flatMap(({ target }) => (target ? recordsOf(target) : []))
    const targets = await targetsOf(db, resources.filter(({ name }) => wanted.some(({ resource }) => resource === name)), wanted.map(({ id }) => id))
    const known = new Map(targets.map((target) => [`${target.resource}:${target.id}`, target]))
    const links = markers.map(({ target, ...marker }): PageLink => {
      const [record] = target ? recordsOf(target) : []
      const resource = resources.find(({ name }) => name === record?.resource)
      const found = record && known.get(`${record.resource}:${record.id}`)
      const isSeen = resource !== undefined && may(actor.grants, 'ui', resource.access.object)
      return {
        ...marker, title: isSeen ? found?.title ?? null : null, resource: record?.resource ?? null, recordId: record?.id ?? null,
        verdict: target === null ? 'unknown_code' : marker.text === '' ? 'empty_text' : !record || !resource ? 'ok'
          : !found ? 'missing' : found.publication !== null && found.publication !== 'published' ? 'unpublished' : 'ok',
      }
    })
    return { links: links.toSorted((a, b) => order[a.verdict] - order[b.verdict]) }
  })
}

async function textsOf(db: Db, id: string): Promise<Text[]> {
  const pageId = /^[1-9][0-9]{0,14}$/.test(id) ? Number(id) : 0
  const { rows } = await sql<Text & { isPage: boolean }>`
    select null as locale, coalesce(body, '') as body from static_pages where id = ${pageId}
    union all select x.locale, x.text from translations x join static_pages p on p.id = x.record_id
    where x.resource = 'static-pages' and x.record_id = ${pageId} and x.field = 'body' and not x.is_record_gone order by locale nulls first`.execute(db)
  if (rows.length === 0) throw new Refusal(404, t('There is no such static page.'))
  return rows
}

/** One statement for the records of every kind. */
async function targetsOf(db: Db, resources: readonly AnyResource[], ids: readonly number[]): Promise<Target[]> {
  const branches = resources.map((resource): RawBuilder<unknown> => sql`
    select ${resource.name}::text as resource, id, ${sql.ref(columnOf(resource.title))}::text as title,
      ${resource.fields['publication'] ? sql`publication` : sql`null`}::text as publication
    from ${sql.table(tableOf(resource))} where id = any(${ids}::bigint[])`)
  if (branches.length === 0) return []
  const { rows } = await sql<Target>`${sql.join(branches, sql` union all `)}`.execute(db)
  return rows
}
