import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Actor } from '../../core/access/access.ts'
import type { Implementation } from '../../core/http/endpoint.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { Refusal } from '../../core/errors/errors.ts'
import { language, t } from '../../core/i18n/language.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import type { FileImport } from './file-imports.ts'
import { fileImportEndpoint, maxOpen } from './file-imports.ts'
import { fetchFileImports } from './import-records.server.ts'

/** Only for its owner: its contents were never stored for anyone else. */
export async function fetchOwn(db: Db, actor: Actor, id: string): Promise<FileImport> {
  const [found] = /^[1-9][0-9]{0,14}$/.test(id)
    ? await fetchFileImports(db, sql`t.id = ${Number(id)} and t.owner_id = ${actor.id} and t.expires_at > now()`)
    : []
  if (!found) throw new Refusal(404, t('File import not found. It might have expired.'))
  return found
}

/** Moves an import to its next state. Refuses when another call was faster. */
export async function advance(db: Db, { id, state }: FileImport, change: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql`
    update file_imports set ${change}, updated_at = now(), version = version + 1 where id = ${id} and state = ${state} returning id`.execute(
    db,
  )
  if (rows.length === 0) throw new Refusal(409, t('This file import has changed. Check it again.'))
}

/** The beginning of an import: a place for the file, whose pieces come next. */
export function startFileImport(resource: AnyResource): Implementation {
  return implement(
    fileImportEndpoint(resource),
    async ({ input, db, actor, reply }) => {
      if (actor.id === null) throw new Refusal(403, t('Only staff can import files.'))
      const fileName =
        input.fileName
          .toWellFormed()
          .replace(/[\p{Cc}\p{Cf}]/gu, '')
          .split(/[\\/]/)
          .at(-1)
          ?.trim() ?? ''
      // Two of a person's calls at once must not both find the last place free.
      await sql`select pg_advisory_xact_lock(hashtextextended('file-imports', ${actor.id}))`.execute(db)
      const {
        rows: [made],
      } = await sql<{ id: number }>`
  insert into file_imports (owner_id, language, resource, file_name, bytes)
  select ${actor.id}::bigint, ${language()}, ${resource.name}, ${fileName === '' ? 'file.csv' : fileName}, ${input.bytes}::integer
  where (select count(*) from file_imports where owner_id = ${actor.id} and finished_at is null and expires_at > now()) < ${maxOpen}
  returning id`.execute(db)
      if (!made) {
        throw new Refusal(
          429,
          t('{most} of your file imports are neither finished nor cancelled. Finish or cancel one of them.', {
            most: maxOpen,
          }),
          { headers: { 'Retry-After': '60' } },
        )
      }
      reply.header('Location', `/rest/data/file-imports/${made.id}`)
      return await fetchOwn(db, actor, String(made.id))
    },
    { enforcesLimits: true },
  )
}
