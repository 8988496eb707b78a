import type { ReactNode } from 'react'
import type { AnyResource } from '../../core/resource/resource.ts'
import type { AnyRecord } from './client.web.ts'
import type { OwnInputs } from './form-parts.tsx'
import type { InsteadOfDeletion } from './record-buttons.tsx'

export interface FormScreenProps {
  /** The resource that the form is of. */
  of: AnyResource
  /** More of the area's own, beside or below the fields: a panel over the same record. */
  aside?: (record: AnyRecord) => ReactNode
  /** The working parts of a record, above its fields. They save by themselves. */
  above?: (record: AnyRecord) => ReactNode
  /** What is above the fields has no answers yet. The page is shown once they are there, so that nothing moves. */
  isWaiting?: boolean
  /** Tables about the record, as wide as the fields and below them. */
  below?: (record: AnyRecord) => ReactNode
  /** Takes the values of a new record's reply that are shown only once; the page goes on when it resolves. */
  onCreated?: (record: AnyRecord) => Promise<void>
  /** The words of making one, where it is not created but sent: those of the button, and those said once it is done. */
  creates?: { readonly act: string; readonly done: string }
  /** The area's own inputs, by field. Keep stable. */
  inputs?: OwnInputs
  /** Commands at the end of the title row. */
  actions?: (record: AnyRecord) => ReactNode
  /** Said above the fields, of every record and of a new one. */
  notice?: ReactNode
  /** The record's name, where its title field is not how people say it. */
  nameOf?: (record: AnyRecord) => string
  /** Shown above the fields and kept up to date with them. `titles` names what they refer to. */
  headline?: (draft: Readonly<Record<string, unknown>>, titles: Readonly<Record<string, unknown>> | null) => ReactNode
  /** Fields that a copy does not take over: a state that new records have to begin in. Keep stable. */
  resetOnCopy?: readonly string[]
  /** A new record's values besides the initial ones, and the titles of the records they refer to. Keep stable. */
  begin?: Readonly<Record<string, unknown>>
  /** False for records that are always there: their deletion isn't offered. */
  isDeletable?: (record: AnyRecord) => boolean
  /** The alternatives offered where a record cannot be deleted. */
  insteadOfDeletion?: InsteadOfDeletion
  /** Fields of a record that can no longer be changed. A reason is shown with them. */
  isFieldLocked?: (record: AnyRecord, key: string) => boolean | string
}
