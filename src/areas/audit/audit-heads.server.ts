import { open, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import { readAuditHead } from '../../kit/audit.server.ts'
import type { Db } from '../../kit/endpoint.server.ts'
import { t } from '../../kit/language.ts'

// The chain shows what was changed inside it, but whoever owns the database could write the whole of it anew. So its
// head is noted outside, once an hour: in a file of its own and in the log. A chain that was written anew does not
// have the rows that the notes name.

const note = z.object({ at: z.string(), lastId: z.int(), hash: z.string() })
export type HeadNote = z.infer<typeof note>

export interface HeadNotes {
  readonly notes: readonly HeadNote[]
  /** Why the file could not be used, in a sentence; null when it could. */
  readonly problem: string | null
}

/** What all notes of a file say about the chain. */
export interface AnchorVerdict {
  readonly notes: number
  readonly problem: string | null
  readonly broken: { readonly at: string; readonly lastId: number; readonly why: string } | null
}

const hour = 3_600_000

/** Reads every note of a file. One that is not there yet holds none; a line that is no note is a problem. */
export async function readHeadNotes(file: string): Promise<HeadNotes> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    return { notes: [], problem: codeOf(error) === 'ENOENT' ? null : t('The file cannot be read ({codeOf}).', { codeOf: codeOf(error) }) }
  }
  const lines = text.split('\n').filter((line) => line !== '')
  const notes = lines.flatMap((line) => {
    const parsed = note.safeParse(jsonOf(line))
    return parsed.success ? [parsed.data] : []
  })
  const odd = lines.length - notes.length
  return { notes, problem: odd === 0 ? null : t('{odd} of {n} lines of the file are no notes: somebody or something has damaged it.', { odd, n: lines.length }) }
}

/** Adds the present head to the file unless its last line says the same. Answers with the note that stands there now. */
export async function noteHead(db: Db, file: string): Promise<HeadNote | null> {
  const head = await readAuditHead(db)
  if (!head || head.lastId === 0) return null
  const last = (await readHeadNotes(file)).notes.at(-1)
  if (last?.hash === head.hash) return last
  const fresh: HeadNote = { at: new Date().toISOString(), ...head }
  // Appending is the only way in which this file is ever written, also by several servers at once.
  const handle = await open(file, 'a', 0o600)
  try {
    await handle.write(`${JSON.stringify(fresh)}\n`)
    await handle.datasync()
  } finally {
    await handle.close()
  }
  return fresh
}

/** Notes the head now and every hour until it is stopped. What cannot be written is told in the log, and tried again. */
export function keepHeadNotes(db: Db, file: string, log: Logger, every = hour): { stop(): void } {
  const stopped = new AbortController()
  async function keep(): Promise<void> {
    while (!stopped.signal.aborted) {
      await noteHead(db, file).then(
        (written) => { if (written) log.info({ auditHead: written }, 'The head of the audit') },
        (error: unknown) => log.error({ err: error, file }, 'The head of the audit could not be noted'),
      )
      await sleep(every, undefined, { signal: stopped.signal, ref: false }).catch(() => {})
    }
  }
  void keep()
  return { stop: () => stopped.abort() }
}

/** The first note that the database does not agree with, and how. */
export async function disagreement(db: Db, notes: readonly HeadNote[]): Promise<{ at: string; lastId: number; why: string } | null> {
  const { rows } = await sql<{ id: number; hash: string }>`
    select id, hash from audit_log where id = any(${notes.map(({ lastId }) => lastId)}::bigint[])`.execute(db)
  const hashes = new Map(rows.map(({ id, hash }) => [id, hash]))
  for (const { at, lastId, hash } of notes) {
    const found = hashes.get(lastId)
    if (found === undefined) return { at, lastId, why: t('Row {lastId} was there and is gone, as after a restored backup or a cut.', { lastId }) }
    if (found !== hash) return { at, lastId, why: t('Row {lastId} is another one than it was: the chain was written anew.', { lastId }) }
  }
  return null
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : t('unknown reason')
}
