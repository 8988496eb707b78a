import { createHmac } from 'node:crypto'
import type { Logger } from 'pino'
import type { Db } from '../../db/tables.server.ts'
import type { AuditEntry, AuditOrigin } from './audit.server.ts'
import { appendAudit } from './audit.server.ts'

/** A search by a whole personal address or number. */
export interface AddressSearch {
  /** The resource that was searched, and the field that is masked there. */
  readonly resource: string
  readonly key: string
  /** As it is stored; never written down. */
  readonly whole: string
  readonly masked: string
  /** Records that it led to. */
  readonly found: number
}

export interface SearchTraces {
  /** Records who searched for which person. Never fails: a search that cannot be traced is in the log. */
  leave(searches: readonly AddressSearch[], person: string, origin: AuditOrigin): Promise<void>
}

/** The same search of the same person again, by paging on or by looking again, is one row for so long: milliseconds. */
const oneRowFor = 15 * 60_000
const maxKept = 10_000

/** `secret` keys the digests, by which rows about one address belong together without saying which it is. */
export function createSearchTraces(
  db: Db,
  { secret, log }: { readonly secret: string; readonly log: Pick<Logger, 'error'> },
): SearchTraces {
  const written = new Map<string, number>()

  function isNew(name: string): boolean {
    const now = performance.now()
    const isKnown = (written.get(name) ?? -Infinity) > now - oneRowFor
    if (!isKnown) {
      written.delete(name)
      written.set(name, now)
      const [oldest] = written.keys()
      if (written.size > maxKept && oldest !== undefined) written.delete(oldest)
    }
    return !isKnown
  }

  return {
    async leave(searches, person, origin) {
      const entries = searches.flatMap(({ resource, key, whole, masked, found }): AuditEntry[] => {
        const digest = createHmac('sha256', secret).update(`address search ${whole}`).digest('hex').slice(0, 32)
        if (!isNew(`${person} ${resource} ${key} ${digest}`)) return []
        return [{ action: 'search', object: resource, after: { by: key, address: masked, digest, found } }]
      })
      if (entries.length === 0) return
      await db
        .transaction()
        .execute((trx) => appendAudit(trx, entries, origin))
        .catch((error: unknown) => log.error({ err: error, person }, 'a search by address could not be traced'))
    },
  }
}
