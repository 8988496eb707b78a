import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Actor } from '../../core/access/access.ts'
import { may } from '../../core/access/access.ts'
import type { Db } from '../../db/tables.server.ts'
import { columnOf } from '../../core/resource/fields.ts'
import { parseLinkMarkers } from '../../core/resource/link-marker.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { tableOf } from '../../core/resource/resource.ts'
import { plainOfRichText } from '../../core/rich-text-plain.ts'
import type { LinkVerdict } from './link-verdicts.ts'
import { recordsOf } from './marker-targets.ts'

export interface LinkedText {
  readonly locale: string | null
  readonly body: string
}
interface Named {
  readonly resource: string
  readonly id: number
}
interface Target extends Named {
  readonly title: string
}
type Reach = 'ok' | 'unknown_code' | 'missing' | 'unpublished'

const keyOf = ({ resource, id }: Named) => `${resource}:${id}`
const order = {
  unknown_code: 0,
  missing: 1,
  unpublished: 2,
  empty_text: 3,
  self_link: 4,
  redirected: 5,
  ok: 6,
} as const

/**
 * Where the link markers of a record's texts lead, broken ones first; targets that the caller can't see are identified
 * only by kind and number.
 */
export async function verdictsOf(
  db: Db,
  actor: Actor,
  resources: readonly AnyResource[],
  own: Named,
  texts: readonly LinkedText[],
): Promise<LinkVerdict[]> {
  const markers = texts.flatMap(({ locale, body }) =>
    parseLinkMarkers(body).flatMap((part) =>
      part.kind === 'link'
        ? [{ locale, element: part.element, text: plainOfRichText(part.text), target: part.target }]
        : [],
    ),
  )
  const wanted = markers.flatMap(({ target }) => (target ? recordsOf(target) : []))
  const [known, reach] = [
    await targetsOf(db, resources, wanted),
    await reachOf(
      db,
      markers.map(({ element }) => element),
    ),
  ]
  const links = markers.map(({ target, ...marker }): LinkVerdict => {
    const [record] = target ? recordsOf(target) : []
    const resource = resources.find(({ name }) => name === record?.resource)
    const found = record && known.get(keyOf(record))
    const reached = reach.get(marker.element) ?? 'unknown_code'
    const isSeen = resource !== undefined && may(actor.grants, 'ui', resource.access.object)
    return {
      ...marker,
      title: isSeen ? (found?.title ?? null) : null,
      resource: record?.resource ?? null,
      recordId: found?.id ?? record?.id ?? null,
      verdict: reached === 'ok' ? verdictOn(marker.text, record, found, own) : reached,
    }
  })
  return links.toSorted((a, b) => order[a.verdict] - order[b.verdict])
}

/** Of a link that gets there: whether it could be better. */
function verdictOn(
  text: string,
  named: Named | undefined,
  found: Named | undefined,
  own: Named,
): LinkVerdict['verdict'] {
  if (text === '') return 'empty_text'
  if (found && keyOf(found) === keyOf(own)) return 'self_link'
  return named && found && named.id !== found.id ? 'redirected' : 'ok'
}

/** The database's verdict on each element, as lists count it. */
async function reachOf(db: Db, elements: readonly string[]): Promise<ReadonlyMap<string, Reach>> {
  if (elements.length === 0) return new Map()
  const { rows } = await sql<{
    element: string
    reach: Reach
  }>`select element, link_verdict(element) as reach from unnest(${[...new Set(elements)]}::text[]) as e (element)`.execute(
    db,
  )
  return new Map(rows.map(({ element, reach }) => [element, reach]))
}

/** What markers name, by `resource:id`. Where that was merged away, it is what it became. */
async function targetsOf(
  db: Db,
  resources: readonly AnyResource[],
  wanted: readonly Named[],
): Promise<ReadonlyMap<string, Target>> {
  const known = new Map((await rowsOf(db, resources, wanted)).map((target) => [keyOf(target), target]))
  const gone = wanted.filter((one) => !known.has(keyOf(one)))
  if (gone.length === 0) return known
  const { rows: merged } = await sql<Named & { mergedId: number }>`
    select * from (select resource, id, merge_survivor(resource, id) as "mergedId" from unnest(${gone.map(({ resource }) => resource)}::text[], ${gone.map(({ id }) => id)}::bigint[]) as g (resource, id)) as f
    where "mergedId" is not null`.execute(db)
  const found = await rowsOf(
    db,
    resources,
    merged.map(({ resource, mergedId }) => ({ resource, id: mergedId })),
  )
  for (const { mergedId, ...one } of merged) {
    const target = found.find(({ resource, id }) => resource === one.resource && id === mergedId)
    if (target) known.set(keyOf(one), target)
  }
  return known
}

/** One statement for the records of every kind. */
async function rowsOf(db: Db, all: readonly AnyResource[], wanted: readonly Named[]): Promise<Target[]> {
  const resources = all.filter(({ name }) => wanted.some(({ resource }) => resource === name))
  const ids = wanted.map(({ id }) => id)
  const branches = resources.map(
    (resource): RawBuilder<unknown> => sql`
    select ${resource.name}::text as resource, id, ${sql.ref(columnOf(resource.title))}::text as title
    from ${sql.table(tableOf(resource))} where id = any(${ids}::bigint[])`,
  )
  if (branches.length === 0) return []
  const { rows } = await sql<Target>`${sql.join(branches, sql` union all `)}`.execute(db)
  return rows
}
