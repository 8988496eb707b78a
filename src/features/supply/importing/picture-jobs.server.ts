import { sql } from 'kysely'
import { msg } from '../../../core/i18n/language.ts'
import type { Job } from '../../../core/jobs/jobs.server.ts'
import type { Database } from '../../../db/database.server.ts'
import { imageStoreOf, masterKey } from '../../../platform/media/image-settings.server.ts'
import { lookAt } from './picture-look.server.ts'
import { findPairs } from './pairs.server.ts'
import { codesTable } from './code-rows.server.ts'
import type { SupplyContext } from './connections.server.ts'
import type { SupplierServer } from './supplier-server.server.ts'
import { keepPictures } from './supplier-pictures.server.ts'

/** Pictures of each kind in one run; the next is ten minutes away. */
const maxAtOnce = 200
/** Pictures that are written together. */
const batch = 25

interface Run {
  readonly database: Database
  readonly signal: AbortSignal
  readonly count: (counter: string, n?: number) => void
}

/** Looks at pictures that were uploaded since the last run. */
async function lookAtLibrary({ settings }: SupplyContext, { database, signal, count }: Run): Promise<void> {
  const db = database.kysely
  const store = imageStoreOf(settings)
  const { rows } = await sql<{ id: number; sha256: string }>`
    select i.id, i.sha256 from images i where not exists (select from image_hashes h where h.image_id = i.id)
    order by i.id limit ${maxAtOnce}`.execute(db)
  for (const { id, sha256 } of rows) {
    if (signal.aborted) return
    const file = await store.read(masterKey(sha256))
    const look = file && (await lookAt(file).catch(() => null))
    await sql`
      insert into image_hashes (image_id, hash) select id, ${look?.hash ?? null}::bit(64) from images where id = ${id}
      on conflict do nothing`.execute(db)
    count('pictures')
  }
}

/** Looks at the pictures of products that were imported before pictures were compared. */
async function lookAtImported(context: SupplyContext, supplier: SupplierServer, run: Run): Promise<void> {
  const { facts } = supplier
  const db = run.database.kysely
  const { rows } = await sql<{ code: string; url: string | null }>`
    select c.code, c.draft #>> '{images,0,url}' as url from ${codesTable(facts)} c
    where c.draft is not null and not exists (select from supplier_pictures s where s.supplier = ${facts.key} and s.code = c.code)
    order by c.id limit ${maxAtOnce}`.execute(db)
  for (let next = 0; next < rows.length && !run.signal.aborted; next += batch) {
    const wanted = rows.slice(next, next + batch)
    await keepPictures(db, supplier, context, { wanted, signal: run.signal })
    run.count('pictures', wanted.length)
  }
}

export function pictureJobs(context: SupplyContext, suppliers: readonly SupplierServer[]): Job[] {
  return [
    {
      name: 'compare-pictures',
      label: msg('Duplicate products'),
      does: msg('Compares product pictures to find products that two suppliers both sell.'),
      staleWithout: msg(
        'New pictures are not compared when products are imported, and new duplicates are not offered.',
      ),
      overlap: 'skip',
      cron: '*/10 * * * *',
      timeout: 3_600,
      async run(run) {
        await lookAtLibrary(context, run)
        for (const supplier of suppliers) await lookAtImported(context, supplier, run)
        await findPairs(run.database.kysely, run)
      },
    },
  ]
}
