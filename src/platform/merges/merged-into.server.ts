import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import type { ResourceServer } from '../../core/resource/resource.server.ts'

/** Records that were merged away are answered by the ones that they have become. */
export function withMergeRedirects(server: ResourceServer): ResourceServer {
  const { name } = server.resource
  if (!server.resource.isMergeable) return server
  return {
    ...server,
    async mergedInto(db, id) {
      const {
        rows: [found],
      } = await sql<{ id: number | null }>`select merge_survivor(${name}, ${id}) as id`.execute(db)
      return found?.id ?? null
    },
  }
}

/** The ids that records had before they were merged into some records of a resource: texts can still name them. */
export async function formerIdsOf(
  db: Db,
  { name, isMergeable }: AnyResource,
  ids: readonly number[],
): Promise<readonly number[]> {
  if (!isMergeable) return []
  const {
    rows: [found],
  } = await sql<{ ids: readonly number[] }>`select merge_duplicates(${name}, ${ids}::bigint[]) as ids`.execute(db)
  return found?.ids ?? []
}
