import { sql } from 'kysely'
import type { ResourceContext } from '../../core/calls/record-rows.server.ts'
import { fileNameOf } from '../../core/file-name.ts'
import type { Implementation } from '../../core/http/endpoint.server.ts'
import { Refusal } from '../../core/errors/errors.ts'
import { columnOf } from '../../core/resource/fields.ts'
import type { Job } from '../../core/jobs/jobs.server.ts'
import { msg, t } from '../../core/i18n/language.ts'
import { lookupIn } from '../../core/calls/registry.server.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { tableOf } from '../../core/resource/resource.ts'
import { type ResourceServer, serve } from '../../core/resource/resource.server.ts'
import type { Database } from '../../db/database.server.ts'
import { type ImageSettings, imageStoreOf } from './image-settings.server.ts'
import { imageFileServers } from './image-files.server.ts'
import type { ImageStore } from './image-store.server.ts'
import { imageUploadServers } from './image-uploads.server.ts'
import { images } from './images.ts'

const removeFilesJob = 'remove-image-files'

/** True for rows of `t` that any record of the resources, or any stored text, points at. */
function isUsedSql(resources: readonly AnyResource[]) {
  const references = resources.flatMap((resource) =>
    Object.entries(resource.fields)
      .filter(([, field]) => 'to' in field && field.to === images.name && !field.derived)
      .map(([key, { kind }]) => {
        const column = sql.ref(`u.${columnOf(key)}`)
        // As the list of the other resource asks it, so that the same index answers.
        return sql`exists (select 1 from ${sql.table(tableOf(resource))} u where ${kind === 'refs' ? sql`${column} @> array[t.id]` : sql`${column} = t.id`})`
      }),
  )
  return sql`(${sql.join([...references, sql`exists (select 1 from rich_text_images u where u.image_id = t.id)`], sql` or `)})`
}

/** `resources` lists all resources, because any of them can show images. */
export function serveImages(resources: readonly AnyResource[]): ResourceServer {
  return serve(images, {
    derived: { isUsed: isUsedSql(resources) },
    beforeSave: async ({ draft }) => void (draft['fileName'] = fileNameOf(String(draft['fileName']), 'image')),
    async beforeDelete({ current }) {
      if (current['isUsed'])
        throw new Refusal(409, t('This image is in use, so it cannot be deleted. Take it out where it is shown first.'))
    },
  })
}

/** The calls about files of images, in addition to those of the resource. */
export function implementImages(
  settings: ImageSettings,
  servers: readonly ResourceServer[],
): readonly Implementation[] {
  const store = imageStoreOf(settings)
  const server = servers.find(({ resource }) => resource === images)
  if (!server) throw new Error('There is no server part of images.')
  const context: ResourceContext = {
    server,
    resource: images,
    lookup: lookupIn(servers.map(({ resource }) => resource)),
  }
  return [...imageUploadServers(context, store), ...imageFileServers(store)]
}

/** How long a file can exist without its row: an upload in progress gets one soon. */
const patience = sql.lit('10 minutes')
/** Images in one run; the next is ten minutes away. */
const maxAtOnce = 500

async function removeLeftovers(database: Database, store: ImageStore, signal: AbortSignal): Promise<void> {
  const db = database.kysely
  await sql`delete from image_uploads where created_at < now() - interval '1 day'`.execute(db)
  for (let done = 0; done < maxAtOnce && !signal.aborted; done++) {
    const {
      rows: [leftover],
    } = await sql<{ sha256: string; isKept: boolean }>`
      delete from image_leftovers where sha256 = (
        select sha256 from image_leftovers where since < now() - ${patience}::interval order by since limit 1 for update skip locked)
      returning sha256, exists (select 1 from images i where i.sha256 = image_leftovers.sha256) as "isKept"`.execute(db)
    if (!leftover) return
    if (leftover.isKept) continue
    try {
      await store.removeAll(leftover.sha256)
    } catch (error) {
      await sql`insert into image_leftovers (sha256) values (${leftover.sha256}) on conflict do nothing`.execute(db)
      throw error
    }
  }
}

export function imageJobs(settings: ImageSettings): Job[] {
  const store = imageStoreOf(settings)
  return [
    {
      name: removeFilesJob,
      label: msg('Image clean-up'),
      does: msg('Deletes image files that no record uses.'),
      staleWithout: msg('Unused image files take up storage.'),
      overlap: 'share',
      cron: '*/10 * * * *',
      run: ({ database, signal }) => removeLeftovers(database, store, signal),
    },
  ]
}
