import { sql } from 'kysely'
import type { Database } from '../../db/database.server.ts'
import { msg } from '../../core/i18n/language.ts'
import type { Job } from '../../core/jobs/jobs.server.ts'

/** Links that are judged in one transaction. */
const atOnce = 500

interface Place {
  readonly resource: string
  readonly recordId: number
  readonly element: string
}

const judgeLinksJob = 'judge-page-links'

/**
 * Judges every link of the pages again, page by page. Triggers keep the verdicts (0009_pages.sql), but a text that is saved at the
 * very moment at which what it links to is taken down sees it as it was before; whatever slipped through so is put right.
 */
async function judgeAllLinks({ kysely }: Pick<Database, 'kysely'>, signal: AbortSignal): Promise<void> {
  let after: Place | undefined = { resource: '', recordId: 0, element: '' }
  while (after && !signal.aborted) {
    const from: Place = after
    const seen = await kysely.transaction().execute(async (db) => {
      const {
        rows: [found],
      } = await sql<{ last: Place | null; changed: number }>`
        with page as materialized (
          select resource, record_id, element from page_links where (resource, record_id, element) > (${from.resource}::text, ${from.recordId}::bigint, ${from.element}::text)
          order by resource, record_id, element limit ${atOnce}
        ), judged as (
          update page_links l set is_broken = not l.is_broken from page p
          where (l.resource, l.record_id, l.element) = (p.resource, p.record_id, p.element) and l.is_broken <> (link_verdict(l.element) <> 'ok') returning l.resource, l.record_id
        )
        select (select json_build_object('resource', resource, 'recordId', record_id, 'element', element) from page order by resource desc, record_id desc, element desc limit 1) as last,
          (select count(*)::integer from judged) as changed`.execute(db)
      // Of the whole page, as a count is compared before it is written.
      if (found?.last && found.changed > 0) {
        await sql`
          select count_broken_links(resource, array_agg(distinct record_id)) from page_links
          where (resource, record_id, element) > (${from.resource}::text, ${from.recordId}::bigint, ${from.element}::text)
            and (resource, record_id, element) <= (${found.last.resource}::text, ${found.last.recordId}::bigint, ${found.last.element}::text) group by resource`.execute(
          db,
        )
      }
      return found
    })
    after = seen?.last ?? undefined
  }
}

export const pageLinkJobs: readonly Job[] = [
  {
    name: judgeLinksJob,
    label: msg('Link check'),
    does: msg('Checks the links in every text of the site.'),
    staleWithout: msg('Broken links on pages go unnoticed.'),
    overlap: 'share',
    cron: '17 3 * * *',
    run: async ({ database, signal }) => await judgeAllLinks(database, signal),
  },
]
