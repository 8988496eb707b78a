import { sql } from 'kysely'
import type { ResourceServer } from '../../kit/resource.server.ts'
import { mergeable } from './merges.ts'

/** Records that were merged away are answered by the ones that they have become. */
export function withHeirs(server: ResourceServer): ResourceServer {
  const { name } = server.resource
  if (!mergeable.some((resource) => resource.name === name)) return server
  return {
    ...server,
    async heirOf(db, id) {
      const { rows: [found] } = await sql<{ id: number | null }>`select heir_of(${name}, ${id}) as id`.execute(db)
      return found?.id ?? null
    },
  }
}
