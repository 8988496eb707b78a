import { basename } from 'node:path'
import { sql } from 'kysely'
import { chainStart, readAuditHead, verifyAuditPart } from '../../kit/audit.server.ts'
import type { Implementation } from '../../kit/endpoint.server.ts'
import { implement } from '../../kit/endpoint.server.ts'
import { invalid, Refusal } from '../../kit/errors.ts'
import { t } from '../../kit/language.ts'
import { checkAuditChain, readAuditChain } from './audit-calls.ts'
import { disagreement, readHeadNotes } from './audit-heads.server.ts'

/** Rows in one statement, and in one call: about 30 ms and 150 ms. */
const pageSize = 2_000
const stretchSize = 10_000
/** Notes that are compared each time the page is opened: two months of hours. The command line compares all. */
const comparedNotes = 1_500

/** The calls about the chain as a whole. `headsFile` is where its head is noted every hour. */
export function chainServers(headsFile: string): readonly Implementation[] {
  return [
    implement(readAuditChain, async ({ db, actor }) => {
      const head = await readAuditHead(db)
      const { rows: [last] } = await sql<{ at: string }>`select at from audit_log where id = ${head?.lastId ?? 0}`.execute(db)
      const { notes, problem } = await readHeadNotes(headsFile)
      return {
        head: head && { ...head, at: last?.at ?? null },
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
      if ((after === undefined) !== (afterHash === undefined)) throw invalid({ afterHash: t('Pass back both the row and its hash.') })
      if ((until === undefined) !== (untilHash === undefined)) throw invalid({ untilHash: t('Pass back both the row and its hash.') })
      const head = until !== undefined && untilHash !== undefined ? { lastId: Number(until), hash: untilHash } : await readAuditHead(db)
      if (!head) throw new Refusal(409, t('The head of the chain is missing: somebody has deleted it.'))
      let place = after !== undefined && afterHash !== undefined ? { lastId: Number(after), hash: afterHash } : chainStart
      if (place.lastId > head.lastId) throw invalid({ after: t('This row lies behind the head.') })
      const end = place.lastId + stretchSize
      for (;;) {
        const part = await verifyAuditPart(db, head, place, pageSize)
        place = part.place
        if (part.isDone || place.lastId >= end) {
          return { after: place.lastId, afterHash: place.hash, until: head.lastId, untilHash: head.hash, isDone: part.isDone, broken: part.broken }
        }
      }
    }),
  ]
}
