import type pg from 'pg'

export type RawQuery = (...args: unknown[]) => unknown
export type QueryCallback = (error: unknown, result?: unknown) => void

/** The pool's record of one connection and its borrower. Times are those of performance.now(); 0 is never. */
export interface Lease {
  readonly client: pg.PoolClient
  /** pg's own `query`, without deadline. */
  readonly query: RawQuery
  /** The connection's current settings; null until it is set up. */
  settings: string | null
  isLifted: boolean
  borrowedAt: number
  /** When the borrower began to wait: the first query's deadline counts from here. */
  waitingSince: number
  running: number
  deadline: number
  isTooSlow: boolean
}

/**
 * Whether these arguments of `query` ask for a promise: no callback at their end, no cursor at their
 * beginning.
 */
export function isPromised(args: readonly unknown[]): boolean {
  const first = args[0]
  return typeof args.at(-1) !== 'function' && !(typeof first === 'object' && first !== null && 'submit' in first)
}
