import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Actor } from '../../kit/access.ts'
import { may } from '../../kit/access.ts'
import type { Db } from '../../kit/endpoint.server.ts'
import { columnOf } from '../../kit/fields.ts'
import { parseLinkMarkers } from '../../kit/link-marker.ts'
import type { AnyResource } from '../../kit/resource.ts'
import { tableOf } from '../../kit/resource.ts'
import { plainOfRichText } from '../../kit/rich-text-plain.ts'
import type { LinkVerdict } from './link-verdicts.ts'
import { recordsOf } from './marker-targets.ts'

export interface LinkedText { readonly locale: string | null; readonly body: string }
interface Target { readonly resource: string; readonly id: number; readonly title: string; readonly publication: string | null }

const order = { unknown_code: 0, missing: 1, empty_text: 2, unpublished: 3, ok: 4 } as const

/** Where the link markers of texts lead, broken ones first; what the caller may not see is told by its kind and number alone. */
export async function verdictsOf(db: Db, actor: Actor, resources: readonly AnyResource[], texts: readonly LinkedText[]): Promise<LinkVerdict[]> {
  const markers = texts.flatMap(({ locale, body }) => parseLinkMarkers(body).flatMap((part) => (
    part.kind === 'link' ? [{ locale, element: part.element, text: plainOfRichText(part.text), target: part.target }] : [])))
  const wanted = markers.flatMap(({ target }) => (target ? recordsOf(target) : []))
  const targets = await targetsOf(db, resources.filter(({ name }) => wanted.some(({ resource }) => resource === name)), wanted.map(({ id }) => id))
  const known = new Map(targets.map((target) => [`${target.resource}:${target.id}`, target]))
  const links = markers.map(({ target, ...marker }): LinkVerdict => {
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
  return links.toSorted((a, b) => order[a.verdict] - order[b.verdict])
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
