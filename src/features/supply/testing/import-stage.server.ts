import { sql } from 'kysely'
import { resources } from '../../../app/registry.server.ts'
import { examples } from '../../../app/testing/examples.server.ts'
import type { Reply } from '../../../app/testing/start.server.ts'
import { startTestServer } from '../../../app/testing/start.server.ts'
import { maker } from '../../../core/testing/make.server.ts'
import { makeCatalogue } from '../../coupons/testing/coupons.server.ts'

type Row = Readonly<Record<string, unknown>>

/** A server with a city and a subcategory, to which codes of suppliers are imported. */
export async function startImportStage(name: string, postgresUrl: string | null, subcategory: Row = {}) {
  const server = await startTestServer({ postgresUrl, name })
  const admin = await server.signIn('admin')
  const db = server.database.kysely
  const { cityId } = await makeCatalogue(db)
  const records = maker(db, resources, examples)
  const place = { cityId, subcategoryId: await records.make('subcategories', subcategory) }
  const run = () => server.runJob('import-supplier-codes')
  let keys = 0
  return {
    server,
    admin,
    db,
    records,
    place,
    run,
    /** @param base - name of the codes’ resource */
    async paste(base: string, text: string, more: object = {}, client = admin): Promise<Reply> {
      return await client.post(
        `/rest/data/${base}/paste`,
        { text, ...more },
        { 'idempotency-key': `${base}-${++keys}` },
      )
    },
    /** The row of a code; empty where there is none. */
    async codeRow(base: string, code: string): Promise<Row> {
      const { rows } = await sql<Row>`
        select * from ${sql.table(base.replaceAll('-', '_'))} where lower(code) = lower(${code})`.execute(db)
      return rows[0] ?? {}
    },
  }
}
export type ImportStage = Awaited<ReturnType<typeof startImportStage>>
