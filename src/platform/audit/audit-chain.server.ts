import { basename } from 'node:path'
import { sql } from 'kysely'
import { chainStart, readAuditHead, readUnsealed, verifyAuditPart } from '../../core/audit/chain.server.ts'
import type { Implementation } from '../../core/http/endpoint.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { invalid, Refusal } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import { checkAuditChain, readAuditChain } from './audit.endpoints.ts'
import { disagreement, readHeadNotes } from './audit-heads.server.ts'

/** Rows in one statement, and in one call: about 30 ms and 150 ms. */
const pageSize = 2_000
const stretchSize = 10_000
/** Notes that are compared each time the page is opened, and each hour: five days at least. The command line compares all. */
export const comparedNotes = 1_500

/** The calls about the chain as a whole. `headsFile` is where its head is noted. */
export function chainServers(headsFile: string): readonly Implementation[] {
  return [
    implement(readAuditChain, async ({ db, actor }) => {
      const head = await readAuditHead(db)
      const {
        rows: [last],
      } = await sql<{ at: string }>`select at from audit_seals where position = ${head?.lastId ?? 0}`.execute(db)
      const { notes, problem } = await readHeadNotes(headsFile)
      return {
        head: head && { ...head, at: last?.at ?? null },
        unsealed: await readUnsealed(db),
        anchors: {
          file: actor.grants.isSuperUser ? headsFile : basename(headsFile),
          kept: notes.length,
          last: notes.at(-1) ?? null,
          problem,
          broken: await disagreement(db, notes.slice(-comparedNotes)),
        },
      }
    }),

    implement(checkAuditChain, async ({ db, query }) => {
      const { after, afterHash, until, untilHash } = query
      if ((after === undefined) !== (afterHash === undefined))
        throw invalid({ afterHash: t('Send both the seal and its hash.') })
      if ((until === undefined) !== (untilHash === undefined))
        throw invalid({ untilHash: t('Send both the seal and its hash.') })
      const head =
        until !== undefined && untilHash !== undefined
          ? { lastId: Number(until), hash: untilHash }
          : await readAuditHead(db)
      if (!head) throw new Refusal(409, t('The head of the chain is missing: it was deleted.'))
      let place =
        after !== undefined && afterHash !== undefined ? { lastId: Number(after), hash: afterHash } : chainStart
      if (place.lastId > head.lastId) throw invalid({ after: t('This seal is after the head.') })
      const end = place.lastId + stretchSize
      for (;;) {
        const part = await verifyAuditPart(db, head, place, pageSize)
        place = part.place
        if (part.isDone || place.lastId >= end) {
          return {
            after: place.lastId,
            afterHash: place.hash,
            until: head.lastId,
            untilHash: head.hash,
            isDone: part.isDone,
            broken: part.broken,
            unsealed: (await readUnsealed(db)).count,
          }
        }
      }
    }),
  ]
}
