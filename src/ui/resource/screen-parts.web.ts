import type { ComponentType, ReactNode, RefObject } from 'react'
import { createContext, createElement, useContext } from 'react'
import type { Filter, ListQuery } from '../../core/list/list-query.ts'
import type { AnyField } from '../../core/resource/fields.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import type { Slot } from '../slots.ts'
import type { AnyRecord } from './client.web.ts'
import type { InputProps } from './input-props.ts'
import type { ListViews } from './saved-views.web.ts'

/** A question that people ask a list again and again, as the filter that answers it. Keep stable (module scope). */
export interface ListQuestion {
  /** A text of `msg`. */
  readonly label: string
  readonly filter: Filter
  /** Rows that it finds ask for attention. */
  readonly isAlarm?: boolean
}

export interface ViewsProps {
  readonly resource: AnyResource
  readonly views: ListViews
  /** The columns on screen, where they are not the list's usual ones. */
  readonly columns: string | null
  /** The list's permanent filter. */
  readonly where: Filter
  /** How many rows are found as the list is now; null until they are there, which is when views are counted. */
  readonly total: number | null
  readonly isCapped: boolean
  /** Questions with tabs of their own beside the views. */
  readonly questions?: readonly ListQuestion[]
  /** The list opens on one of them, so they come before the list as a whole. */
  readonly opensNarrowed?: boolean
}

export interface CellEditingProps {
  readonly of: AnyResource
  readonly rows: readonly AnyRecord[]
  /** The grid's scroller, in which rows are marked by `data-row-id` and cells by `data-column`. */
  readonly within: RefObject<HTMLElement | null>
}

export interface CreationProps {
  readonly of: AnyResource
  /** The typed text, which becomes the new record's title. */
  readonly title: string
  onCreated(record: AnyRecord): void
  onClose(): void
}

export interface SelectionProps {
  readonly of: AnyResource
  /** The list's filter and order. */
  readonly query: Pick<ListQuery, 'filter' | 'q' | 'sort'>
  /** The columns on screen, in their order. */
  readonly columns: readonly string[]
  /** The rows on screen, and those of them that are selected. */
  readonly rows: readonly AnyRecord[]
  readonly selected: readonly AnyRecord[]
  /** How many match, on every page; null until that is known. */
  readonly total: number | null
  /** More than `total` match. */
  readonly isCapped: boolean
  /** Commands of the list's own for the rows that are selected. */
  readonly commands: ReactNode
  /** The commands replace the actions of the definition. */
  readonly replacesActions: boolean
  select(rows: readonly AnyRecord[]): void
}

export interface RecordPartProps {
  readonly of: AnyResource
  readonly record: AnyRecord
  /** There is something in the form that is not stored. */
  readonly isDirty: boolean
  /** Opens the next record of the queue that this one was opened from. Absent without a queue, or at its end. */
  readonly onNext?: (() => void) | undefined
}

/** Buttons that other features put on records. */
export interface CommandProps {
  readonly of: AnyResource
  readonly records: readonly AnyRecord[]
  /** How their list shows them; absent for the one record of a page. */
  readonly shown?: { readonly columns: readonly string[]; readonly sort: ListQuery['sort'] }
  /** Called when the records have changed and a selection of them has no use any more. */
  readonly onDone?: () => void
}

export interface SearchResultProps {
  readonly of: AnyResource
  /** The form's values of the page. */
  readonly draft: Readonly<Record<string, unknown>>
  readonly id: number | null
}

/** An input of the product's own, for fields that the core's would serve badly. */
export type OwnInput = ComponentType<InputProps & { readonly field: AnyField }>

/** A feature's own tools in the core's screens. */
export interface ScreenParts {
  /** Above a list: its saved views, and which one it shows. */
  readonly Views: ComponentType<ViewsProps>
  /** The commands for the selected rows of a list. */
  readonly Selection: ComponentType<SelectionProps>
  /** Changes values where a list shows them. */
  readonly CellEditing: ComponentType<CellEditingProps>
  /** Makes the record that a reference should point at, over the form that needs it. */
  readonly Creation: ComponentType<CreationProps>
  /** Above a record's form: in which languages it has its texts, and those texts in place of the form. */
  readonly Languages: ComponentType<RecordPartProps>
  /** Beside the form of a page: what it lacks, and the steps to take with it. */
  readonly Publication: ComponentType<RecordPartProps>
  /** Beside or under a record's form: what other features have to say about it. */
  readonly Panels: ComponentType<RecordPartProps & { readonly at: 'aside' | 'below' }>
  /** Among a record's commands, or over a selection: those of other features. */
  readonly Commands: ComponentType<CommandProps & { readonly at: 'record' | 'selection' }>
  /** Whether there is any such panel for a resource, or any such command for a person. */
  hasPanels(of: AnyResource, at: 'aside' | 'below'): boolean
  hasCommands(of: AnyResource, at: 'record' | 'selection', may: (action: string, object: string) => boolean): boolean
  /** The component that fills a slot, or null. */
  filled(slot: string): ComponentType<object> | null
  /** Beside a record: what staff have noted about it, and beside its title how much that is. */
  readonly Notes: ComponentType<Pick<RecordPartProps, 'of' | 'record'>>
  readonly NotesMark: ComponentType<Pick<RecordPartProps, 'of' | 'record'>>
  /** Below a page's fields for search engines: a preview of what they would make of it. */
  readonly SearchResult: ComponentType<SearchResultProps>
  /** Where the small picture of an image is; nothing for people who cannot see images. */
  thumbnail(may: (action: string, object: string) => boolean): ((image: { readonly id: number }) => string) | undefined
  /** By what the field is: `richText`, or `ref images` and `refs images` for references to a resource. */
  readonly inputs: Readonly<Record<string, OwnInput>>
}

const nothing = () => null
const Parts = createContext<ScreenParts>({
  Views: nothing,
  Selection: nothing,
  CellEditing: nothing,
  Creation: nothing,
  Languages: nothing,
  Publication: nothing,
  Panels: nothing,
  Commands: nothing,
  hasPanels: () => false,
  hasCommands: () => false,
  filled: () => null,
  Notes: nothing,
  NotesMark: nothing,
  SearchResult: nothing,
  thumbnail: () => undefined,
  inputs: {},
})

/** Given by the application. */
export const ScreenPartsProvider = Parts.Provider

/** What another feature put into a slot; nothing where none did. */
export function Filled<Props extends object>({ slot, props }: { slot: Slot<Props>; props: Props }): ReactNode {
  const part = useContext(Parts).filled(slot.name)
  // Edge: `fill` has checked the component's props against the slot's.
  return part ? createElement(part as unknown as ComponentType<Props>, props) : null
}

export function useScreenParts(): ScreenParts {
  return useContext(Parts)
}
