import { sql } from 'kysely'
import type { Actor } from '../../kit/access.ts'
import { may } from '../../kit/access.ts'
import type { Desk } from '../../kit/crud.server.ts'
import { fetchRecord } from '../../kit/crud.server.ts'
import { refusalOf } from '../../kit/database-errors.server.ts'
import type { Implementation } from '../../kit/endpoint.server.ts'
import { implement } from '../../kit/endpoint.server.ts'
import { invalid, Refusal } from '../../kit/errors.ts'
import { t } from '../../kit/language.ts'
import { limitsOf, notGranted } from '../../kit/limits.ts'
import { desksOf } from '../../kit/registry.server.ts'
import type { ResourceServer } from '../../kit/resource.server.ts'
import type { Subject, Values } from '../publication/publication-steps.server.ts'
import { publicationOf, review, unpublish } from '../publication/publication-steps.server.ts'
import { assertNotMore, handOver, mostHandedOver } from '../successors/hand-over.server.ts'
import { handOverTexts } from '../successors/hand-over-texts.server.ts'
import { handedOverByPages } from '../successors/handed-over.ts'
import { authors } from './authors.ts'
import { moveBylines } from './section-calls.ts'

function assertMayPublish({ grants }: Actor): void {
  const { object } = authors.access
  if (!may(grants, 'publish', object) || limitsOf(grants, 'publish', object)) throw notGranted('publish', object)
}

/** Whether the database would take the successor's name under what the others have signed. */
function assertFits(successor: Values, signed: number): void {
  if (signed === 0 || publicationOf(successor) === 'published') return
  throw invalid({ toId: t('Published pages carry their names, and {name} is not published. Publish that author first, or choose another one.', { name: String(successor['name']) }) })
}

/** Takes a published author down, so that the addresses lead to the successor. What is not public has none. */
async function takeDown(subject: Subject, successor: Values): Promise<Values | null> {
  if (publicationOf(subject.record) !== 'published') return null
  await unpublish(subject, successor)
  return { ...subject.record, publication: 'unpublished', unpublishAt: null }
}

/**
 * Gives the bylines of many authors to one, and takes the authors down or archives them where that is asked for. All of it
 * or nothing: a page that the caller may not change, or an author who cannot go, and everything stays as it was.
 */
export function implementBylineMoves(servers: readonly ResourceServer[]): readonly Implementation[] {
  const resources = servers.map(({ resource }) => resource)
  return desksOf(servers, ({ name }) => name === authors.name).map((desk) => implement(moveBylines, async ({ db, actor, input, note }) => {
    const { toId, afterwards = 'stay' } = input
    const ids = [...new Set(input.ids)].toSorted((a, b) => a - b)
    if (ids.includes(toId)) throw invalid({ toId: t('Choose an author who is none of them.') })
    const called = { db, params: { id: String(toId) } }
    // In the order of their ids, so that two people who move bylines to and fro queue up.
    await sql`select from authors where id = any(${[...ids, toId]}::bigint[]) order by id for update`.execute(db)
    const successor = await fetchRecord(desk, called, toId)
    if (!successor) throw invalid({ toId: t('There is no such author.') })
    const { rows: [signed] } = await sql<{ count: number }>`select coalesce(sum(published_bylines(id)), 0)::integer as count from unnest(${ids}::bigint[]) as one (id)`.execute(db)
    assertFits(successor, signed?.count ?? 0)
    const sum = { moved: 0, takenDown: 0, archived: 0 }
    try {
      for (const id of ids) {
        const record = await authorOf(desk, called, id)
        const isGoing = afterwards !== 'stay' && publicationOf(record) === 'published'
        if (isGoing) assertMayPublish(actor)
        if (isGoing && publicationOf(successor) !== 'published') throw invalid({ toId: t('{title} is not published, so its page cannot take over.', { title: String(successor['name']) }) })
        const handing = { db, grants: actor.grants, of: authors, fromId: id, toId, note }
        sum.moved += await handOver(handing, handedOverByPages(authors, resources))
        if (isGoing) await handOverTexts(handing, resources)
        assertNotMore(sum.moved, mostHandedOver)
        if (afterwards === 'stay') continue
        const down = await takeDown({ resource: authors, db, record, note }, successor)
        if (down) sum.takenDown += 1
        const left = down ?? record
        if (afterwards !== 'archive' || publicationOf(left) === 'archived') continue
        await review({ resource: authors, db, record: left, note }, 'archived')
        sum.archived += 1
      }
    } catch (error) {
      throw refusalOf(error, authors)
    }
    return sum
  }))
}

async function authorOf(desk: Desk, called: Parameters<typeof fetchRecord>[1], id: number): Promise<Values> {
  const record = await fetchRecord(desk, called, id)
  if (!record) throw new Refusal(404, t('There is no such author.'))
  return record
}
