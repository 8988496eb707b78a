import type { Db } from '../../db/tables.server.ts'
import type { BulkChange } from './changes.ts'

/** A feature's message before many of its records are changed; null if there is none. */
export type BulkNote = (db: Db, ids: readonly number[], change: BulkChange) => Promise<string | null>

const notes = new Map<string, BulkNote>()

/** @param resource the name of the resource that the note is about */
export function declareBulkNote(resource: string, note: BulkNote): void {
  notes.set(resource, note)
}

export function bulkNoteOf(resource: string): BulkNote | undefined {
  return notes.get(resource)
}
