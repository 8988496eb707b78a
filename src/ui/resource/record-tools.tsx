import type { ComponentType } from 'react'
import { createContext, useContext } from 'react'
import type { AnyResource } from '../../core/resource/resource.ts'
import type { AnyRecord } from './client.web.ts'
import type { Conflict, Difference } from './draft-state.web.ts'

type Values = Readonly<Record<string, unknown>>

export interface HistoryProps {
  of: AnyResource
  record: AnyRecord
  mayWrite: boolean
  /** There is something in the form that is not stored: it stays there. */
  isDirty?: boolean
  /** The server refused an earlier version: its values, and what has to be mended in them by field. */
  onRefused: (values: Values, problems: Readonly<Record<string, string>>, titles: Values) => void
  onClose: () => void
}

export type Choices = Readonly<Record<string, 'theirs' | 'mine'>>

export interface MergeProps {
  of: AnyResource
  /** The record as another user has saved it. */
  theirs: AnyRecord
  mine: Values
  /** What both changed, each to something else. */
  conflicts: readonly Conflict[]
  /** What only they changed. */
  taken: readonly Difference[]
  isSaving: boolean
  onSave: (choices: Choices) => void
  onClose: () => void
}

/** What deleting a record would mean. */
export interface Consequences {
  /** Why it cannot be deleted; null when it can. */
  readonly refusal: string | null
  /** `Used by 12 orders and 3 events.`; empty where nothing refers to it, null where that is not known. */
  readonly uses: string | null
  /** Records that refer to it can move to another of its kind, so its deletion asks for one. */
  readonly asksSuccessor?: boolean
}

export interface DeletionProps {
  of: AnyResource
  record: AnyRecord
  onClose: () => void
  /** It is deleted, and the user has been notified. */
  onDeleted: () => void
}

/** A record's context besides its fields: how it came about, who else changed it, what depends on it. */
export interface RecordTools {
  readonly History: ComponentType<HistoryProps>
  readonly Merge: ComponentType<MergeProps>
  readonly UsedBy: ComponentType<{ of: AnyResource; record: AnyRecord }>
  /** Asks for a successor, and deletes. */
  readonly Deletion: ComponentType<DeletionProps>
  /** What refers to a record: empty where nothing does, null where that is not known. */
  usesOf(resource: AnyResource, id: number): Promise<string | null>
  /** Fetches the consequences before the user is asked. A server that does not answer leaves nothing known. */
  consequencesOf(resource: AnyResource, id: number): Promise<Consequences>
}

const Care = createContext<RecordTools | null>(null)

/** Given by the application, since the core knows neither the audit nor the other resources. */
export const RecordToolsProvider = Care.Provider

export function useRecordTools(): RecordTools | null {
  return useContext(Care)
}
