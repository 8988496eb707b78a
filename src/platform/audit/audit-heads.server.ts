import { open, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import { readAuditHead } from '../../core/audit/chain.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { t } from '../../core/i18n/language.ts'

// The chain shows what was changed inside it, but the database's owner could rewrite all of it. So its
// head is noted outside, every few minutes and sooner where much is written: in a file of its own and in the log. A
// chain that was rewritten or cut does not have the seals that the notes name.

/** `lastId` is how many rows had been sealed. */
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

/** When a head is noted again, and how often that is looked into, in milliseconds. */
const usually = { everyMs: 5 * 60_000, everyRows: 100, lookMs: 2_000 }

/**
 * Reads every note in a file. A file that doesn't exist yet has none; a line that isn't a note is reported as a
 * problem.
 */
export async function readHeadNotes(file: string): Promise<HeadNotes> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    return {
      notes: [],
      problem: codeOf(error) === 'ENOENT' ? null : t('The file cannot be read ({codeOf}).', { codeOf: codeOf(error) }),
    }
  }
  const lines = text.split('\n').filter((line) => line !== '')
  const notes = lines.flatMap((line) => {
    const parsed = note.safeParse(jsonOf(line))
    return parsed.success ? [parsed.data] : []
  })
  const odd = lines.length - notes.length
  return {
    notes,
    problem:
      odd === 0
        ? null
        : t('{odd} of {n} lines in the file aren’t notes. The file is damaged.', {
            odd,
            n: lines.length,
          }),
  }
}

/**
 * Adds the present head to the file unless its last line says the same. Answers with the last note.
 */
async function noteHead(db: Db, file: string): Promise<HeadNote | null> {
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

/**
 * Notes the head now, every five minutes, after each hundred rows, and once more when it is stopped. What cannot be
 * written is an error in the log, and tried again.
 */
export function keepHeadNotes(
  db: Db,
  file: string,
  log: Logger,
  { everyMs, everyRows, lookMs }: typeof usually = usually,
): { stop(): Promise<void> } {
  const stopped = new AbortController()
  let noted: HeadNote | null = null
  let notedAt = Number.NEGATIVE_INFINITY

  async function note(): Promise<void> {
    notedAt = performance.now()
    try {
      const fresh = await noteHead(db, file)
      if (fresh && fresh.hash !== noted?.hash) log.info({ auditHead: fresh }, 'The head of the audit')
      noted = fresh
    } catch (error) {
      log.error({ err: error, file }, 'The head of the audit could not be noted')
    }
  }

  async function isDue(): Promise<boolean> {
    if (performance.now() - notedAt >= everyMs) return true
    // A database out of reach has no new head.
    const head = await readAuditHead(db).catch(() => null)
    return head !== null && head.lastId - (noted?.lastId ?? 0) >= everyRows
  }

  async function keep(): Promise<void> {
    while (!stopped.signal.aborted) {
      if (await isDue()) await note()
      await sleep(lookMs, undefined, { signal: stopped.signal, ref: false }).catch(() => {})
    }
    await note()
  }
  const kept = keep()
  return {
    async stop() {
      stopped.abort()
      await kept
    },
  }
}

/** The first note that the database does not agree with, and how. */
export async function disagreement(
  db: Db,
  notes: readonly HeadNote[],
): Promise<{ at: string; lastId: number; why: string } | null> {
  const { rows } = await sql<{ id: number; hash: string }>`
    select position as id, hash from audit_seals where position = any(${notes.map(({ lastId }) => lastId)}::bigint[])`.execute(
    db,
  )
  const hashes = new Map(rows.map(({ id, hash }) => [id, hash]))
  for (const { at, lastId, hash } of notes) {
    const found = hashes.get(lastId)
    if (found === undefined)
      return {
        at,
        lastId,
        why: t('Seal {lastId} is gone, as after restoring a backup or cutting the log.', { lastId }),
      }
    if (found !== hash)
      return { at, lastId, why: t('Seal {lastId} differs from the noted one: the chain was rewritten.', { lastId }) }
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
