import { isRecord } from '../../core/browser/request-errors.web.ts'
import { RECENTS_KEY } from '../session/recents-key.ts'

/** Most records that are remembered. */
const MOST_RECENT = 10

type Named = Pick<RecentRecord, 'resource' | 'id'>

/** A record by resource and id only: its title is sometimes a person's name, so it is fetched when it is shown. */
export interface RecentRecord {
  readonly resource: string
  readonly id: number
  /** The page it was opened on, as the sitemap names it. */
  readonly page: string
}

/** The records opened lately by this person, the last first. What another person left behind is wiped. */
export function recentRecords(owner: string): readonly RecentRecord[] {
  try {
    const stored: unknown = JSON.parse(window.localStorage.getItem(RECENTS_KEY) ?? 'null')
    if (!isRecord(stored)) return []
    if (stored['owner'] !== owner) {
      window.localStorage.removeItem(RECENTS_KEY)
      return []
    }
    return Array.isArray(stored['records']) ? stored['records'].filter(isRecent).slice(0, MOST_RECENT) : []
  } catch {
    return []
  }
}

export function rememberRecord(owner: string, record: RecentRecord): void {
  write(owner, [record, ...recentRecords(owner).filter((other) => !isSame(other, record))])
}

/** Forgets records that are gone, or that the user can no longer see. */
export function forgetRecords(owner: string, gone: readonly RecentRecord[]): void {
  if (gone.length > 0)
    write(
      owner,
      recentRecords(owner).filter((record) => !gone.some((other) => isSame(other, record))),
    )
}

export function isSame(one: Named, other: Named): boolean {
  return one.resource === other.resource && one.id === other.id
}

function write(owner: string, records: readonly RecentRecord[]): void {
  try {
    window.localStorage.setItem(
      RECENTS_KEY,
      JSON.stringify({
        owner,
        records: records.slice(0, MOST_RECENT).map(({ resource, id, page }) => ({ resource, id, page })),
      }),
    )
  } catch {
    // Without storage nothing is remembered.
  }
}

function isRecent(value: unknown): value is RecentRecord {
  return (
    isRecord(value) &&
    typeof value['resource'] === 'string' &&
    /^[a-z-]{1,60}$/.test(value['resource']) &&
    typeof value['page'] === 'string' &&
    /^[a-z-]{1,60}$/.test(value['page']) &&
    typeof value['id'] === 'number' &&
    Number.isSafeInteger(value['id']) &&
    value['id'] > 0 &&
    value['id'] < 1e15
  )
}
