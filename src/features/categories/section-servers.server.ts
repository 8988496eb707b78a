import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'
import { Refusal } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import type { ResourceServer, SaveCall } from '../../core/resource/resource.server.ts'
import { serve } from '../../core/resource/resource.server.ts'
import { categories } from './categories.ts'
import { ofCategory, ofSubcategory } from '../places/geo/live-supply.server.ts'
import { subcategories } from './subcategories.ts'
import { subcategoriesMoving } from './subcategories-moving.server.ts'

/** Consequences of a save that moves a subcategory to another category. */
const followUps = new WeakMap<object, readonly (() => Promise<void>)[]>()

/** New sections go to the end, until they are given another position. */
async function putLast(db: Db, table: 'categories' | 'subcategories', { draft, current }: SaveCall): Promise<void> {
  const isMoved = table === 'subcategories' && current !== null && current['categoryId'] !== draft['categoryId']
  if (current && !isMoved) return
  const among = table === 'categories' ? sql`true` : sql`category_id = ${draft['categoryId']}`
  const {
    rows: [last],
  } = await sql<{ position: number }>`
    select coalesce(max(position) + 1, 1)::integer as position from ${sql.table(table)} where ${among}`.execute(db)
  draft['position'] = last?.position ?? 1
}

export const categoriesServer: ResourceServer = serve(categories, {
  derived: {
    subcategoryCount: sql`(select count(*) from subcategories s where s.category_id = t.id)`,
    liveCount: sql`(select count(*) from subcategories s where s.category_id = t.id and s.publication = 'published')`,
    ...ofCategory,
  },
  beforeSave: (call) => putLast(call.db, 'categories', call),
  async beforeDelete({ current, db }) {
    const {
      rows: [held],
    } = await sql<{
      count: number
    }>`select count(*)::integer as count from subcategories where category_id = ${current['id']}`.execute(db)
    if (held && held.count > 0)
      throw new Refusal(
        409,
        t(
          '{n, plural, one {A subcategory is} other {# subcategories are}} in this category. Move them to another one first.',
          { n: held.count },
        ),
      )
  },
})

export const subcategoriesServer: ResourceServer = serve(subcategories, {
  derived: ofSubcategory,
  async beforeSave(call) {
    await putLast(call.db, 'subcategories', call)
    const { draft, current, db, actor, audit } = call
    if (!current) return
    const moving = { db, grants: actor.grants, audit }
    followUps.set(draft, await subcategoriesMoving.emit(moving, [Number(current['id'])], Number(draft['categoryId'])))
  },
  async afterSave({ draft }) {
    for (const follow of followUps.get(draft) ?? []) await follow()
  },
  async beforeDelete({ current, db }) {
    const {
      rows: [held],
    } = await sql<{
      count: number
    }>`select count(*)::integer as count from products where subcategory_ids @> array[${current['id']}::bigint]`.execute(
      db,
    )
    if (held && held.count > 0)
      throw new Refusal(
        409,
        t(
          '{n, plural, one {A product is} other {# products are}} in this subcategory. Move them to another one first.',
          { n: held.count },
        ),
      )
  },
})
