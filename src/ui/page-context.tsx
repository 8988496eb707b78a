import { createContext, useContext } from 'react'

/** The router's information about the page on screen. */
export interface PageInfo {
  /** The route title; the page's only h1. */
  readonly title: string
  /** The path without parameters, e.g. `coupons/list` or `performers/update`. */
  readonly screen: string
  /** The objects of which one must be writable to change anything here; empty when the page says nothing about it. */
  readonly write: readonly string[]
  /** Whether the user can change what this page shows. */
  readonly mayWrite: boolean
  /** The query that its list opens with where neither the person nor their role has a choice of their own. */
  readonly opensAs?: Readonly<Record<string, string>> | undefined
}

export const PageContext = createContext<PageInfo | null>(null)

/** The page on screen. Throws outside of one, because a screen never runs elsewhere. */
export function usePage(): PageInfo {
  const page = useContext(PageContext)
  if (!page) throw new Error('usePage was called outside a page')
  return page
}
