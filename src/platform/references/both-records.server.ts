import { sql } from 'kysely'
import { invalid, Refusal } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { inSentence } from '../../core/resource/resource.ts'
import type { Db } from '../../db/tables.server.ts'

export interface Titled {
  readonly id: number
  readonly title: string
}

/**
 * The record named in the path and the one that takes over, both locked.
 *
 * @throws Refusal 404 when the first is missing, 422 when the second is missing or the same
 */
export async function bothOf(
  db: Db,
  { name: table, label }: AnyResource,
  id: string,
  toId: number,
): Promise<readonly [Titled, Titled]> {
  const { rows } = /^[1-9][0-9]{0,14}$/.test(id)
    ? await sql<Titled>`select id, name as title from ${sql.table(table)} where id = any(${[Number(id), toId]}) order by id for update`.execute(
        db,
      )
    : { rows: [] }
  const own = rows.find((row) => row.id === Number(id))
  const other = rows.find((row) => row.id === toId && toId !== Number(id))
  const one = inSentence(t(label[0]))
  if (!own) throw new Refusal(404, t('{one} not found.', { one: t(label[0]) }))
  if (!other)
    throw invalid({
      toId: toId === own.id ? t('Choose another {one}.', { one }) : t('{one} not found.', { one: t(label[0]) }),
    })
  return [own, other]
}
