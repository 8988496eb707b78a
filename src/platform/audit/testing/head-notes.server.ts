import type { Db } from '../../../db/tables.server.ts'
import { createLog } from '../../../core/http/log.server.ts'
import { keepHeadNotes, readHeadNotes } from '../audit-heads.server.ts'

/** Notes the head of the audit as a server does that starts and stops. Answers with the last note. */
export async function noteHead(db: Db, file: string) {
  await keepHeadNotes(db, file, createLog({ level: 'silent' })).stop()
  return (await readHeadNotes(file)).notes.at(-1)
}
