import { may } from '../../core/access/access.ts'
import type { Worker } from './batch.server.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import type { ResourceServer } from '../../core/resource/resource.server.ts'
import { maxCounted } from '../history/record.endpoints.ts'
import { countUses, referencesTo } from '../history/used-by.server.ts'
import { countLinkingTexts } from '../rich-text/linking-texts.server.ts'
import type { LeftAlone } from './bulk-edits.ts'

/** What many records that are deleted or taken down would leave behind: all of it in two statements. */
export async function leftAloneBy(
  { db, actor }: Pick<Worker, 'db' | 'actor'>,
  resource: AnyResource,
  servers: readonly ResourceServer[],
  ids: readonly number[],
): Promise<LeftAlone> {
  const used = await countUses(db, resource, referencesTo(resource, servers), ids)
  const links = await countLinkingTexts(
    db,
    actor,
    servers.map((server) => server.resource),
    { resource, ids, most: maxCounted },
  )
  const open = used.filter(({ reference: { server } }) => may(actor.grants, 'ui', server.resource.access.object))
  return {
    uses: open.map(({ reference: { server, key }, count }) => ({
      resource: server.resource.name,
      key,
      count: Math.min(count, maxCounted),
      isCapped: count > maxCounted,
    })),
    links: links.count,
    hasMoreLinks: links.isCapped,
    hasOtherLinks: links.hasOthers,
    hasOtherUses: open.length < used.length,
  }
}
