import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { sql } from 'kysely'
import { Refusal } from '../../../core/errors/errors.ts'
import { msg, t } from '../../../core/i18n/language.ts'
import type { Job } from '../../../core/jobs/jobs.server.ts'
import type { Database } from '../../../db/database.server.ts'
import type { Db } from '../../../db/tables.server.ts'
import type { ImageStore } from '../../../platform/media/image-store.server.ts'

/** Where files of e-tickets are: beside those of images, by the hash of the page. */
const names = { pdf: 'ticket.pdf', preview: 'preview.webp' } as const
const types = { pdf: 'application/pdf', preview: 'image/webp' } as const
export type FileKind = keyof typeof names

const keyOf = (sha256: string, kind: FileKind) => `${sha256}/${names[kind]}`

/** Writes a page down before there is a row for it; until then it counts as a leftover, so that no crash leaves a file behind. */
export async function keepFiles(
  db: Db,
  store: ImageStore,
  sha256: string,
  files: Readonly<Record<FileKind, Uint8Array>>,
): Promise<void> {
  await sql`insert into e_ticket_leftovers (sha256) values (${sha256}) on conflict (sha256) do update set since = now()`.execute(
    db,
  )
  for (const kind of ['pdf', 'preview'] as const)
    await store.write(keyOf(sha256, kind), Buffer.from(files[kind]), types[kind])
}

/** Sends a file that a browser saves or shows, and never runs. */
export async function sendFile(
  reply: FastifyReply,
  store: ImageStore,
  { sha256, kind, name }: { readonly sha256: string; readonly kind: FileKind; readonly name: string },
): Promise<string> {
  const bytes = await store.read(keyOf(sha256, kind))
  if (!bytes) throw new Refusal(404, t('The file of this ticket is missing from storage.'))
  reply
    .type(types[kind])
    .header('Content-Length', bytes.length)
    .header('Content-Disposition', kind === 'pdf' ? `attachment; filename="${name}"` : 'inline')
    .header('Cache-Control', 'private, no-store')
    .header('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
  // Edge: the core passes a stream on as it is; its bytes are what the endpoint promises.
  return Readable.from([bytes], { objectMode: false }) as unknown as string
}

/** How long a file can be without its row: an upload under way gets one soon. */
const patience = sql.lit('10 minutes')
/** Files in one run; the next is ten minutes away. */
const maxAtOnce = 500

async function removeLeftovers(database: Database, store: ImageStore, signal: AbortSignal): Promise<void> {
  const db = database.kysely
  await sql`delete from e_ticket_uploads where created_at < now() - interval '1 day'`.execute(db)
  for (let done = 0; done < maxAtOnce && !signal.aborted; done++) {
    const {
      rows: [leftover],
    } = await sql<{ sha256: string; isKept: boolean }>`
      delete from e_ticket_leftovers where sha256 = (
        select sha256 from e_ticket_leftovers where since < now() - ${patience}::interval order by since limit 1 for update skip locked)
      returning sha256, exists (select 1 from e_tickets e where e.sha256 = e_ticket_leftovers.sha256) as "isKept"`.execute(
      db,
    )
    if (!leftover) return
    if (leftover.isKept) continue
    try {
      await store.removeAll(leftover.sha256)
    } catch (error) {
      await sql`insert into e_ticket_leftovers (sha256) values (${leftover.sha256}) on conflict do nothing`.execute(db)
      throw error
    }
  }
}

export function eTicketJobs(store: ImageStore): Job[] {
  return [
    {
      name: 'remove-e-ticket-files',
      label: msg('E-ticket clean-up'),
      does: msg('Deletes files of e-tickets that no order has, and uploads that were given up.'),
      staleWithout: msg('Removed e-tickets keep using storage.'),
      overlap: 'share',
      cron: '*/10 * * * *',
      run: ({ database, signal }) => removeLeftovers(database, store, signal),
    },
  ]
}
