import type { ReactNode } from 'react'
import { createContext, useContext } from 'react'
import type { ListQuery } from '../../core/list/list-query.ts'
import type { AnyResource } from '../../core/resource/resource.ts'

/** The list's current contents. */
export interface ShownList {
  readonly of: AnyResource
  readonly query: Pick<ListQuery, 'filter' | 'sort' | 'q'>
  /** The columns on screen, in their order. */
  readonly columns: readonly string[]
  /** Null until the rows are there. */
  readonly total: number | null
  /** There are more than `total`. */
  readonly isCapped: boolean
}

const Tool = createContext<(list: ShownList) => ReactNode>(() => null)

/** Gives every list a control of the product's own in its toolbar, which the core knows nothing of. */
export const ListToolProvider = Tool.Provider

export function ListTool(list: ShownList) {
  return useContext(Tool)(list)
}
