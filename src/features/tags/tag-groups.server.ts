import { sql } from 'kysely'
import { implement } from '../../core/http/endpoint.server.ts'
import { listTagGroups } from './tag.endpoints.ts'

const maxGroups = 200

export const listTagGroupsServer = implement(
  listTagGroups,
  async ({ db }) => {
    const { rows } = await sql<{ name: string }>`
    select group_name as name from tags where group_name is not null group by group_name order by count(*) desc, group_name limit ${maxGroups}`.execute(
      db,
    )
    return { groups: rows.map(({ name }) => name) }
  },
  { transaction: false },
)
