import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'

/**
 * Gives the notes of a record that is merged away to the one that stays, and writes down which, as for everything that moves:
 * taking the merge back brings them back. Notes have no foreign key by which a merge could find them by itself.
 */
export async function moveNotes(
  db: Db,
  merge: { readonly id: number; readonly resource: string; readonly survivor: number; readonly duplicate: number },
): Promise<void> {
  await sql`
    with moved as (
      update record_notes set record_id = ${merge.survivor} where resource = ${merge.resource} and record_id = ${merge.duplicate} returning id
    )
    insert into merge_moves (merge_id, table_name, column_name, is_list, ids)
    select ${merge.id}, 'record_notes', 'record_id', false, array_agg(id)
    from (select id, (row_number() over (order by id) - 1) / 1000 as page from moved) as numbered group by page`.execute(
    db,
  )
}
