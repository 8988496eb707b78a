import { sql } from 'kysely'
import type { Actor } from '../../core/access/access.ts'
import { may } from '../../core/access/access.ts'
import type { ResourceContext } from '../../core/calls/record-rows.server.ts'
import { fetchRecord } from '../../core/calls/record-rows.server.ts'
import { refusalOf } from '../../core/resource/database-errors.server.ts'
import type { Implementation } from '../../core/http/endpoint.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { invalid, Refusal } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import { limitsOf, notGranted } from '../../core/access/limits.ts'
import { contextsOf } from '../../core/calls/registry.server.ts'
import type { ResourceServer } from '../../core/resource/resource.server.ts'
import type { Subject, Values } from '../../platform/publishing/publication-steps.server.ts'
import { publicationOf, review, unpublish } from '../../platform/publishing/publication-steps.server.ts'
import {
  assertNotMore,
  reassignReferences,
  maxHandedOver,
} from '../../platform/references/reassign-references.server.ts'
import { reassignTexts } from '../../platform/references/reassign-texts.server.ts'
import { reassignablePageReferences } from '../../platform/references/replacements.ts'
import { authors } from './authors.ts'
import { moveBylines } from './author.endpoints.ts'

function assertMayPublish({ grants }: Actor): void {
  const { object } = authors.access
  if (!may(grants, 'publish', object) || limitsOf(grants, 'publish', object)) throw notGranted('publish', object)
}

/** Whether the database would accept the successor's byline on the other authors' pages. */
function assertFits(successor: Values, signed: number): void {
  if (signed === 0 || publicationOf(successor) === 'published') return
  throw invalid({
    toId: t(
      'Published pages carry their names, and {name} is not published. Publish that author first, or choose another one.',
      { name: String(successor['name']) },
    ),
  })
}

/**
 * Unpublishes a published author, so that the addresses redirect to the successor. Authors who are not public have
 * none.
 */
async function takeDown(subject: Subject, successor: Values): Promise<Values | null> {
  if (publicationOf(subject.record) !== 'published') return null
  await unpublish(subject, successor)
  return { ...subject.record, publication: 'unpublished', unpublishAt: null }
}

/**
 * Moves the bylines of several authors to one, and unpublishes or archives those authors on request. All or nothing: if
 * the caller cannot change one of the pages, or one of the authors cannot go, nothing changes.
 */
export function implementBylineMoves(servers: readonly ResourceServer[]): readonly Implementation[] {
  const resources = servers.map(({ resource }) => resource)
  return contextsOf(servers, ({ name }) => name === authors.name).map((context) =>
    implement(moveBylines, async ({ db, actor, input, audit }) => {
      const { toId, afterwards = 'stay' } = input
      const ids = [...new Set(input.ids)].toSorted((a, b) => a - b)
      if (ids.includes(toId)) throw invalid({ toId: t('Choose an author who isn’t one of them.') })
      const called = { db, params: { id: String(toId) } }
      // In the order of their ids, so that two people who move bylines back and forth queue up.
      await sql`select from authors where id = any(${[...ids, toId]}::bigint[]) order by id for update`.execute(db)
      const successor = await fetchRecord(context, called, toId)
      if (!successor) throw invalid({ toId: t('Author not found.') })
      const {
        rows: [signed],
      } = await sql<{
        count: number
      }>`select coalesce(sum(published_bylines(id)), 0)::integer as count from unnest(${ids}::bigint[]) as one (id)`.execute(
        db,
      )
      assertFits(successor, signed?.count ?? 0)
      const sum = { moved: 0, takenDown: 0, archived: 0 }
      try {
        for (const id of ids) {
          const record = await authorOf(context, called, id)
          const isGoing = afterwards !== 'stay' && publicationOf(record) === 'published'
          if (isGoing) assertMayPublish(actor)
          if (isGoing && publicationOf(successor) !== 'published')
            throw invalid({
              toId: t('{title} is not published, so its page cannot take over.', { title: String(successor['name']) }),
            })
          const handing = { db, grants: actor.grants, of: authors, fromId: id, toId, audit }
          sum.moved += await reassignReferences(handing, reassignablePageReferences(authors, resources))
          if (isGoing) await reassignTexts(handing, resources)
          assertNotMore(sum.moved, maxHandedOver)
          if (afterwards === 'stay') continue
          const down = await takeDown({ resource: authors, db, record, audit }, successor)
          if (down) sum.takenDown += 1
          const left = down ?? record
          if (afterwards !== 'archive' || publicationOf(left) === 'archived') continue
          await review({ resource: authors, db, record: left, audit }, 'archived')
          sum.archived += 1
        }
      } catch (error) {
        throw refusalOf(error, authors)
      }
      return sum
    }),
  )
}

async function authorOf(
  context: ResourceContext,
  called: Parameters<typeof fetchRecord>[1],
  id: number,
): Promise<Values> {
  const record = await fetchRecord(context, called, id)
  if (!record) throw new Refusal(404, t('Author not found.'))
  return record
}
