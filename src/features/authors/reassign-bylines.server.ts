import { sql } from 'kysely'
import { invalid } from '../../core/errors/errors.ts'
import type { Implementation } from '../../core/http/endpoint.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { t } from '../../core/i18n/language.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { bothOf } from '../../platform/references/both-records.server.ts'
import { reassignReferences } from '../../platform/references/reassign-references.server.ts'
import { reassignablePageReferences } from '../../platform/references/replacements.ts'
import { reassignBylines } from './author.endpoints.ts'
import { authors } from './authors.ts'

/** Gives the bylines of an author to another, of every page that has one. */
export function implementBylines(resources: readonly AnyResource[]): Implementation {
  return implement(reassignBylines, async ({ db, actor, params, input, audit }) => {
    const [own, to] = await bothOf(db, authors, params.id, input.toId)
    const {
      rows: [fit],
    } = await sql<{ isFit: boolean }>`
      select publication = 'published' or published_bylines(${own.id}) = 0 as "isFit" from authors where id = ${to.id}`.execute(
      db,
    )
    if (!fit?.isFit)
      throw invalid({
        toId: t(
          'Published pages carry this name, and {name} is not published. Publish that author first, or choose another one.',
          { name: to.title },
        ),
      })
    const handing = { db, grants: actor.grants, of: authors, fromId: own.id, toId: to.id, audit }
    return { moved: await reassignReferences(handing, reassignablePageReferences(authors, resources)) }
  })
}
