import { sql } from 'kysely'
import type { Call } from '../../core/http/endpoint.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { invalid, Refusal } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import { isSameJson } from '../../core/same-json.ts'
import { assertSlugsFit, lockSlugs } from '../../platform/publishing/addresses/slugs.server.ts'
import { orderCategories, orderSubcategories } from './section.endpoints.ts'
import { subcategories } from './subcategories.ts'
import { subcategoriesMoving } from './subcategories-moving.server.ts'

interface Placed {
  readonly id: number
  readonly name: string
}
export interface Leaf extends Placed {
  readonly categoryId: number
  readonly version: number
}
type Order = Readonly<{ ids: readonly number[]; was: readonly number[] }>

/** Refuses an order based on an outdated tree: another user has added, moved or reordered something since. */
function assertOrder(present: readonly Placed[], { ids, was }: Order): void {
  if (new Set(ids).size !== ids.length) throw invalid({ ids: t('An id is listed twice.') })
  const given = new Set(ids)
  const forgotten = present.find(({ id }) => !given.has(id))
  if (forgotten)
    throw new Refusal(
      409,
      t('{name} is not in this order: the tree changed. Check it again.', {
        name: forgotten.name,
      }),
    )
  if (
    isSameJson(
      present.map(({ id }) => id),
      was,
    )
  )
    return
  throw new Refusal(409, t('The order changed. Check it, and move your items again.'))
}

async function place(db: Db, table: 'categories' | 'subcategories', ids: readonly number[]): Promise<number> {
  const { rows } = await sql`
    update ${sql.table(table)} t set position = given.place from unnest(${ids}::bigint[]) with ordinality as given (id, place)
    where t.id = given.id and t.position <> given.place returning t.id`.execute(db)
  return rows.length
}

function namesOf(all: readonly Placed[], ids: readonly number[]): string[] {
  const names = new Map(all.map(({ id, name }) => [id, name]))
  return ids.map((id) => names.get(id) ?? '')
}

export const orderCategoriesServer = implement(orderCategories, async ({ db, input, audit }) => {
  const { rows: locked } = await sql<
    Placed & { position: number }
  >`select id, name, position from categories order by id for update`.execute(db)
  const present = locked.toSorted((a, b) => a.position - b.position || a.id - b.id)
  assertOrder(present, input)
  if (input.ids.length > present.length) throw invalid({ ids: t('One of the categories doesn’t exist.') })
  const moved = await place(db, 'categories', input.ids)
  if (moved > 0) {
    audit.record({
      action: 'reordered',
      object: 'categories',
      title: 'Order of the menu',
      before: { order: present.map(({ name }) => name) },
      after: { order: namesOf(present, input.ids) },
    })
  }
  return { moved }
})

export const orderSubcategoriesServer = implement(orderSubcategories, async ({ db, actor, input, audit }) => {
  const {
    rows: [category],
  } = await sql<Placed>`select id, name from categories where id = ${input.categoryId} for update`.execute(db)
  if (!category) throw invalid({ categoryId: t('Category not found.') })
  await lockSlugs(db, subcategories)
  const { rows: locked } = await sql<Leaf & { position: number }>`
    select id, name, category_id as "categoryId", version, position from subcategories where category_id = ${category.id} or id = any(${input.ids}) order by id for update`.execute(
    db,
  )
  const present = locked
    .filter(({ categoryId }) => categoryId === category.id)
    .toSorted((a, b) => a.position - b.position || a.id - b.id)
  assertOrder(present, input)
  const known = new Set(locked.map(({ id }) => id))
  if (input.ids.some((id) => !known.has(id))) throw invalid({ ids: t('One of the subcategories doesn’t exist.') })
  const arriving = locked.filter(({ categoryId }) => categoryId !== category.id)
  await moveInto({ db, actor, audit }, category.id, arriving, 'categoryId')
  const placed = await place(db, 'subcategories', input.ids)
  if (placed > 0 && arriving.length === 0) {
    audit.record({
      action: 'reordered',
      object: 'categories',
      recordId: category.id,
      title: category.name,
      before: { order: present.map(({ name }) => name) },
      after: { order: namesOf(present, input.ids) },
    })
  }
  return { moved: Math.max(placed, arriving.length) }
})

/**
 * Moves locked subcategories into a category, with their events. `onField` is what the caller has set.
 *
 * @throws Refusal 403 where an event is not the caller's to change, 409 where a slug is in the way
 */
export async function moveInto(
  { db, actor, audit }: Pick<Call, 'db' | 'actor' | 'audit'>,
  categoryId: number,
  arriving: readonly Leaf[],
  onField: string,
): Promise<void> {
  if (arriving.length === 0) return
  const ids = arriving.map(({ id }) => id)
  await assertSlugsFit(db, subcategories, { ids, scope: categoryId, onField })
  const moving = { db, grants: actor.grants, audit }
  const afterwards = await subcategoriesMoving.emit(moving, ids, categoryId)
  await sql`update subcategories set category_id = ${categoryId}, version = version + 1, updated_at = now() where id = any(${ids})`.execute(
    db,
  )
  await sql`update translations set scope = ${categoryId} where resource = 'subcategories' and field = 'slug' and record_id = any(${ids})`.execute(
    db,
  )
  for (const { id, name, categoryId: before, version } of arriving) {
    audit.record({
      action: 'moved',
      object: 'subcategories',
      recordId: id,
      title: name,
      version: version + 1,
      before: { categoryId: before },
      after: { categoryId },
    })
  }
  for (const follow of afterwards) await follow()
}
