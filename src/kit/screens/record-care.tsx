import type { ComponentType } from 'react'
import { createContext, useContext } from 'react'
import type { AnyResource } from '../resource.ts'
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
  /** The record as somebody else has saved it. */
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

/** What deleting a record, or putting it away, would mean. */
export interface Consequences {
  /** Why it cannot be deleted; null when it can. */
  readonly refusal: string | null
  /** `Used by 12 orders and 3 events.`; empty where nothing refers to it, null where that is not known. */
  readonly uses: string | null
  /** What refers to it may go to another of its kind, so its deletion asks for one. */
  readonly asksSuccessor?: boolean
}

export interface DeletionProps {
  of: AnyResource
  record: AnyRecord
  onClose: () => void
  /** It is deleted, and the person has been told. */
  onDeleted: () => void
}

/** What there is about a record besides its fields: how it came to be so, who else changed it, what depends on it. */
export interface RecordCare {
  readonly History: ComponentType<HistoryProps>
  readonly Merge: ComponentType<MergeProps>
  readonly UsedBy: ComponentType<{ of: AnyResource; record: AnyRecord }>
  /** Asks for a successor, and deletes. */
  readonly Deletion: ComponentType<DeletionProps>
  /** Asks before anybody is asked. A server that does not answer leaves nothing known. */
  consequencesOf(resource: AnyResource, id: number): Promise<Consequences>
}

const Care = createContext<RecordCare | null>(null)

/** Given by the application, since the kit knows neither the audit nor the other resources. */
export const RecordCareProvider = Care.Provider

export function useRecordCare(): RecordCare | null {
  return useContext(Care)
}
