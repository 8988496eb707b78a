import { sql } from 'kysely'
import type { Actor } from '../../core/access/access.ts'
import { may } from '../../core/access/access.ts'
import type { Db } from '../../db/tables.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { Refusal } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import { recordIdIn } from '../../core/record-id.ts'
import type { SectionMembers } from './section.endpoints.ts'
import { readCategoryMembers, readSubcategoryMembers } from './section.endpoints.ts'

/** Members of a kind that are named; their list has them all. */
const maxNamed = 5

type Kind = SectionMembers['kinds'][number]['resource']
interface Asked {
  readonly resource: Kind
  readonly object: string
  readonly title: string
  readonly key: string
  readonly ids: readonly number[]
  readonly isList: boolean
}

/**
 * How many records of each kind are in a section and the titles of the first few, in one statement for the kinds that
 * the caller can see.
 */
async function membersOf(db: Db, actor: Actor, all: readonly Asked[]): Promise<SectionMembers> {
  const asked = all.filter(({ object, ids }) => ids.length > 0 && may(actor.grants, 'ui', object))
  if (asked.length === 0) return { kinds: [] }
  const parts = asked.map(({ resource, title, key, ids, isList }) => {
    const [table, column, called] = [sql.table(resource), sql.ref(key), sql.ref(title)]
    const isIn = isList ? sql`${column} && ${ids}::bigint[]` : sql`${column} = any(${ids}::bigint[])`
    return sql`select ${resource}::text as resource, (select count(*)::integer from ${table} where ${isIn}) as count,
      (select json_agg(json_build_object('id', n.id, 'title', n.title)) from (select id, ${called} as title from ${table} where ${isIn} order by ${called} collate alphabetical, id limit ${maxNamed}) n) as first`
  })
  const { rows } = await sql<{
    resource: Kind
    count: number
    first: SectionMembers['kinds'][number]['first'] | null
  }>`${sql.join(parts, sql` union all `)}`.execute(db)
  return {
    kinds: asked.map(({ resource, ids }, place) => ({
      resource,
      ids: [...ids],
      count: rows[place]?.count ?? 0,
      first: rows[place]?.first ?? [],
    })),
  }
}

const products = {
  resource: 'products',
  object: 'products',
  title: 'title',
  key: 'subcategory_ids',
  isList: true,
} as const
const events = { resource: 'events', object: 'events', title: 'name', isList: false } as const
const aliases = {
  resource: 'aliases',
  object: 'aliases',
  title: 'title',
  key: 'subcategory_ids',
  isList: true,
} as const

export const readSubcategoryMembersServer = implement(
  readSubcategoryMembers,
  async ({ db, actor, params }) => {
    const {
      rows: [found],
    } = await sql<{ id: number }>`select id from subcategories where id = ${recordIdIn(params.id) ?? 0}`.execute(db)
    if (!found) throw new Refusal(404, t('Subcategory not found.'))
    const ids = [found.id]
    return await membersOf(db, actor, [
      { ...products, ids },
      { ...events, key: 'subcategory_id', ids },
      { ...aliases, ids },
    ])
  },
  { transaction: false },
)

export const readCategoryMembersServer = implement(
  readCategoryMembers,
  async ({ db, actor, params }) => {
    const {
      rows: [found],
    } = await sql<{ id: number; ids: number[] }>`
    select c.id, coalesce((select array_agg(s.id order by s.position, s.id) from subcategories s where s.category_id = c.id), '{}') as ids
    from categories c where c.id = ${recordIdIn(params.id) ?? 0}`.execute(db)
    if (!found) throw new Refusal(404, t('Category not found.'))
    const [own, ids] = [[found.id], found.ids]
    return await membersOf(db, actor, [
      {
        resource: 'subcategories',
        object: 'subcategories',
        title: 'name',
        key: 'category_id',
        isList: false,
        ids: own,
      },
      { ...products, ids },
      { ...events, key: 'category_id', ids: own },
      { ...aliases, ids },
    ])
  },
  { transaction: false },
)
