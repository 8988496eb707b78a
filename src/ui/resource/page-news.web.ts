import { isSameJson } from '../../core/same-json.ts'
import type { AnyRecord, Page } from './client.web.ts'

/** How a list differs from the one on screen: so many rows are newer than its first (`isMore`: at least), or otherwise. */
export type ListNews = { readonly newer: number; readonly isMore: boolean } | 'changed'

type AnyPage = Page<AnyRecord>

/**
 * The rows of one page with the values that another has for them.
 */
export function withNewValues(before: AnyPage, fresh: AnyPage): AnyPage {
  const byId = new Map(fresh.rows.map((row) => [row.id, row]))
  const rows = before.rows.map((row) => {
    const newer = byId.get(row.id)
    return newer && !isSameJson(row, newer) ? newer : row
  })
  return rows.every((row, at) => row === before.rows[at]) ? before : { ...before, rows }
}

/**
 * The differences of a page apart from the values of its rows.
 */
export function newsIn(before: AnyPage, fresh: AnyPage, isNewestFirst: boolean): ListNews | null {
  const [old, now] = [before.rows.map(({ id }) => id), fresh.rows.map(({ id }) => id)]
  if (isSameJson(old, now)) return null
  const known = new Set(old)
  const newer = now.findIndex((id) => known.has(id))
  const count = newer === -1 ? now.length : newer
  // Rows came in front and pushed the last ones off the page; nothing else happened.
  const isPushed = count > 0 && now.length >= old.length && now.slice(count).every((id, at) => id === old[at])
  return isNewestFirst && isPushed ? { newer: count, isMore: newer === -1 } : 'changed'
}
