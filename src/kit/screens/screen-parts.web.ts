import type { ComponentType, ReactNode, RefObject } from 'react'
import { createContext, useContext } from 'react'
import type { ListQuery } from '../list-query.ts'
import type { AnyField } from '../fields.ts'
import type { AnyResource } from '../resource.ts'
import type { AnyRecord } from './client.web.ts'
import type { InputProps } from './input-props.ts'
import type { ListViews } from './saved-views.web.ts'

export interface ViewsProps {
  readonly resource: AnyResource
  readonly views: ListViews
  /** The columns on screen, where they are not the list's usual ones. */
  readonly columns: string | null
}

export interface CellEditingProps {
  readonly of: AnyResource
  readonly rows: readonly AnyRecord[]
  /** The grid's scroller, in which rows are marked by `data-row-id` and cells by `data-column`. */
  readonly within: RefObject<HTMLElement | null>
}

export interface CreationProps {
  readonly of: AnyResource
  /** What was typed, which becomes the new record's title. */
  readonly title: string
  onCreated(record: AnyRecord): void
  onClose(): void
}

export interface SelectionProps {
  readonly of: AnyResource
  /** What the list is narrowed to. */
  readonly query: Pick<ListQuery, 'filter' | 'q'>
  /** The rows on screen, and those of them that are selected. */
  readonly rows: readonly AnyRecord[]
  readonly selected: readonly AnyRecord[]
  /** How many match, on every page; null until that is known. */
  readonly total: number | null
  /** More than `total` match. */
  readonly isCapped: boolean
  /** Commands of the list's own for the rows that are selected. */
  readonly commands: ReactNode
  /** The commands stand for the actions of the definition. */
  readonly replacesActions: boolean
  select(rows: readonly AnyRecord[]): void
}

export interface RecordPartProps {
  readonly of: AnyResource
  readonly record: AnyRecord
  /** There is something in the form that is not stored. */
  readonly isDirty: boolean
}

export interface SearchResultProps {
  readonly of: AnyResource
  /** What the form holds of the page. */
  readonly draft: Readonly<Record<string, unknown>>
  readonly id: number | null
}

/** An input of the product's own, for fields that the kit's would serve badly. */
export type OwnInput = ComponentType<InputProps & { readonly field: AnyField }>

/** Tools of their own that stand in the kit's screens. */
export interface ScreenParts {
  /** Beside a list's title: which saved view it shows. */
  readonly Views: ComponentType<ViewsProps>
  /** What can be done with the rows of a list that are selected. */
  readonly Selection: ComponentType<SelectionProps>
  /** Changes values where a list shows them. */
  readonly CellEditing: ComponentType<CellEditingProps>
  /** Makes the record that a reference should point at, over the form that needs it. */
  readonly Creation: ComponentType<CreationProps>
  /** Above a record's form: in which languages it has its texts, and those texts in place of the form. */
  readonly Languages: ComponentType<RecordPartProps>
  /** Beside the form of a page: what it lacks, and the steps to take with it. */
  readonly Publication: ComponentType<RecordPartProps>
  /** Beside the form: what was merged into the record. */
  readonly Merges: ComponentType<RecordPartProps>
  /** Beside a record: what staff have noted about it, and beside its title how much that is. */
  readonly Notes: ComponentType<Pick<RecordPartProps, 'of' | 'record'>>
  readonly NotesMark: ComponentType<Pick<RecordPartProps, 'of' | 'record'>>
  /** Below what search engines are told of a page: what they would make of it. */
  readonly SearchResult: ComponentType<SearchResultProps>
  /** By what the field is: `richText`, or `ref images` and `refs images` for references to a resource. */
  readonly inputs: Readonly<Record<string, OwnInput>>
}

const nothing = () => null
const Parts = createContext<ScreenParts>({ Views: nothing, Selection: nothing, CellEditing: nothing, Creation: nothing, Languages: nothing, Publication: nothing, Merges: nothing, Notes: nothing, NotesMark: nothing, SearchResult: nothing, inputs: {} })

/** Given by the application. */
export const ScreenPartsProvider = Parts.Provider

export function useScreenParts(): ScreenParts {
  return useContext(Parts)
}
