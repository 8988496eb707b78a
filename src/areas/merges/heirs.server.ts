import { sql } from 'kysely'
import type { Db } from '../../kit/endpoint.server.ts'
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

/** The ids under which records were known before they were merged into some of a resource: texts may still name them. */
export async function formerIdsOf(db: Db, resource: string, ids: readonly number[]): Promise<readonly number[]> {
  if (!mergeable.some(({ name }) => name === resource)) return []
  const { rows: [found] } = await sql<{ ids: readonly number[] }>`select merged_into(${resource}, ${ids}::bigint[]) as ids`.execute(db)
  return found?.ids ?? []
}
