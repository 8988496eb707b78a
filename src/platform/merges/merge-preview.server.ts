import { sql } from 'kysely'
import { invalid, Refusal } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import { columnOf, plainLabelOf } from '../../core/resource/fields.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { tableOf } from '../../core/resource/resource.ts'
import type { Db } from '../../db/tables.server.ts'
import { createWords } from './merge-labels.server.ts'
import type { Json, Reference } from './merge-parts.server.ts'
import { mergeRulesOf } from './merge-rules.server.ts'
import { movable, pointsAt } from './merge-steps.server.ts'
import type { Gains } from './merged-fields.server.ts'
import { mergedFieldsOf, rowOf } from './merged-fields.server.ts'
import type { MergePreview } from './merges.ts'

/** One of the two records of a merge. */
export interface Found {
  readonly id: number
  readonly title: string
  readonly slug: string | null
  readonly cityId: number | null
}

export const numberOf = (id: string) => (/^[1-9][0-9]{0,14}$/.test(id) ? Number(id) : 0)

export async function find(db: Db, resource: AnyResource, id: string, lock = false): Promise<Found> {
  const cityId = resource.fields['cityId'] ? sql`t.city_id` : sql`null::bigint`
  const {
    rows: [found],
  } = await sql<Found>`
    select t.id, ${sql.ref(`t.${columnOf(resource.title)}`)} as title, ${resource.fields['slug'] ? sql`t.slug` : sql`null`} as slug, ${cityId} as "cityId" from ${sql.table(tableOf(resource))} t where t.id = ${numberOf(id)}
    ${lock ? sql`for update` : sql``}`.execute(db)
  if (!found) throw new Refusal(404, t('{one} not found.', { one: t(resource.label[0]) }))
  return found
}

export async function findDuplicate(
  db: Db,
  resource: AnyResource,
  into: Found,
  id: string,
  lock = false,
): Promise<Found> {
  if (numberOf(id) === into.id) throw invalid({ from: t('It cannot be merged into itself.') })
  return await find(db, resource, id, lock).catch((error: unknown) => {
    throw error instanceof Refusal ? invalid({ from: error.message }) : error
  })
}

/** Sentences about records that another merge of them, or its undo, has not finished with. */
export async function unfinishedMerges(
  db: Db,
  resource: AnyResource,
  records: readonly Found[],
  but = 0,
): Promise<string[]> {
  const { rows } = await sql<{ survivor: number; duplicate: number }>`
    select survivor_id as survivor, duplicate_id as duplicate from merges
    where resource = ${resource.name} and status in ('moving', 'undoing') and id <> ${but}`.execute(db)
  return records
    .filter(({ id }) => rows.some(({ survivor, duplicate }) => id === survivor || id === duplicate))
    .map(({ title }) => unfinished(title))
}

export const unfinished = (title: string) =>
  t('{title} is in another merge that isn’t finished. Try again in a few minutes.', { title })

/** A merge must not take a page off the site. */
function pageLost(own: Json, other: Json): string[] {
  return other['publication'] === 'published' && own['publication'] !== 'published'
    ? [t('The other one is published and this one isn’t. Publish this one first, or merge the other way round.')]
    : []
}

/** What a merge would do, and what speaks against it. */
export async function previewOf(
  db: Db,
  resource: AnyResource,
  resources: readonly AnyResource[],
  into: Found,
  fromId: string,
  take: ReadonlySet<string>,
): Promise<MergePreview> {
  const from = await findDuplicate(db, resource, into, fromId)
  const references = await movable(db, resource)
  const { rows: counts } = await sql<{ place: number; count: number }>`${sql.join(
    references.map(
      (reference, place) => sql`
    select ${sql.lit(place)}::integer as place, (select count(*)::integer from ${sql.table(reference.table)} where ${pointsAt(reference, from.id)}) as count`,
    ),
    sql` union all `,
  )}`.execute(db)
  const moves = counts
    .toSorted((a, b) => b.count - a.count)
    .flatMap(({ place, count }) => {
      const reference = references[place]
      return reference && count > 0 ? [{ ...wordsOf(reference, resources), count }] : []
    })
  const rules = mergeRulesOf(resource.name)
  const pair = { survivor: into.id, duplicate: from.id }
  const collapsedMoves = (await rules?.collapsed?.moves?.(db, pair)) ?? []
  const clashes = (await rules?.clashes(db, into.id, from.id, take)) ?? []
  const [own, other] = [await rowOf(db, resource, into.id), await rowOf(db, resource, from.id)]
  const mergedFields = await mergedFieldsOf(db, resource, own, other, take)
  const words = createWords(db, resource, resources)
  return {
    from: { id: from.id, title: from.title, slug: from.slug },
    into: { id: into.id, title: into.title },
    moves: [...moves, ...collapsedMoves.map((move) => ({ resource: null, ...move }))],
    total: moves.reduce((sum, { count }) => sum + count, 0),
    collapsedRows: (await rules?.collapsed?.count(db, pair)) ?? [],
    ...(await labelsOfMergedFields(mergedFields, words, own, other)),
    obstacles: [
      ...(await unfinishedMerges(db, resource, [into, from])),
      ...clashes,
      ...pageLost(own, other),
      ...mergedFields.obstacles,
    ],
  }
}

type Words = ReturnType<typeof createWords>

/** The chosen and gained values, in words. */
async function labelsOfMergedFields(
  { choices, added }: Gains,
  words: Words,
  own: Json,
  other: Json,
): Promise<Pick<MergePreview, 'choices' | 'mergedFields'>> {
  const told: MergePreview['choices'] = []
  for (const group of choices)
    told.push({
      key: group[0] ?? '',
      label: words.label(group),
      into: await words.values(group, own),
      from: await words.values(group, other),
    })
  const mergedFields: MergePreview['mergedFields'] = []
  for (const [key, entries] of Object.entries(added))
    mergedFields.push({ label: words.label([key]), added: await words.entries(key, entries) })
  return { choices: told, mergedFields }
}

/** A column as people know it: the records it is in, and what it is called there. */
function wordsOf(
  { table, column }: Reference,
  resources: readonly AnyResource[],
): { resource: string | null; label: string; field: string } {
  const resource = resources.find(
    (one) => tableOf(one) === table && Object.keys(one.fields).some((key) => columnOf(key) === column),
  )
  const [key, field] = Object.entries(resource?.fields ?? {}).find(([name]) => columnOf(name) === column) ?? []
  return resource && key !== undefined && field
    ? { resource: resource.name, label: resource.label[1], field: plainLabelOf(key, field) }
    : { resource: null, label: table.replaceAll('_', ' '), field: column.replaceAll('_', ' ') }
}
