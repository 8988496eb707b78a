import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Client, Reply, TestServer } from '../../../app/testing/start.server.ts'
import type { Merge, MergePreview } from '../merges.ts'

/** The calls about merges of a resource whose records stand at a path, as someone makes them. */
export function mergesAt(at: string, client: Pick<Client, 'get' | 'post'>) {
  return {
    read: async (id: number) => (await client.get(`${at}/${id}`)).body as Record<string, unknown>,
    preview: async (into: number, from: number) =>
      (await client.get(`${at}/${into}/merge-preview`, { from: String(from) })).body as MergePreview,
    merge: async (into: number, from: number, take?: string[]) =>
      await client.post(`${at}/${into}/merge`, { from, ...(take && { take }) }),
    undo: async (into: number, { id }: { id: number }) => await client.post(`${at}/${into}/merges/${id}/undo`, {}),
  }
}

/** The result of a merge or its undo, which must succeed. */
export function done({ status, body }: Reply): Merge {
  expect(status, JSON.stringify(body)).toBe(200)
  return body as Merge
}

/** The stored rows as text, without the columns that record a write and those that are recounted in the background. */
export async function rowsOf({ database }: TestServer, table: string, ids: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ row: string }>`
    select (to_jsonb(r) - 'version' - 'updated_at' - 'duplicate_count' - 'pricing_stamp')::text as row from ${sql.table(table)} r where r.id = any(${ids}::bigint[]) order by r.id`.execute(
    database.kysely,
  )
  return rows.map(({ row }) => row)
}
