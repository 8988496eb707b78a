import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { readCsv } from '../../platform/transfer/testing/read-files.server.ts'
import type { CodePreview } from './importing/code-preview.ts'
import type { ImportStage } from './testing/import-stage.server.ts'
import { startImportStage } from './testing/import-stage.server.ts'

const base = '/rest/data/product-codes'
type Row = Readonly<Record<string, unknown>>

describe('why a code was not imported', () => {
  let stage: ImportStage
  beforeAll(async () => {
    stage = await startImportStage('code-reasons', inject('postgresUrl'))
  })
  afterAll(() => stage?.server.stop())

  const headersOf = (language: string, more = {}) => ({ 'accept-language': language, ...more })
  const idOf = async (code: string) => Number((await stage.codeRow('product-codes', code))['id'])

  /** What its list, its record and its file say of a code. */
  async function readIn(language: string, code: string): Promise<unknown[]> {
    const { admin, server } = stage
    const id = await idOf(code)
    const query = { filter: JSON.stringify({ id: [id] }) }
    const list = (await admin.get(base, query, headersOf(language))).body as Row[]
    const record = (await admin.get(`${base}/${id}`, {}, headersOf(language))).body as Row
    const asked = { format: 'csv', columns: ['code', 'reason'], ...query }
    const begun = (await admin.post(`${base}/exports`, asked, headersOf(language))).body as { id: number }
    await server.runJob('make-exports')
    const file = new URL(`/rest/data/exports/${begun.id}/file`, server.url)
    const text = await (await fetch(file, { headers: { 'x-token': admin.token } })).text()
    return [list[0]?.['reason'], record['reason'], readCsv(text.replace('\ufeff', ''))[1]?.at(-1)]
  }
  const thrice = (reason: unknown) => [reason, reason, reason]

  it('is said in the language of its reader, not of the person who pasted it', async () => {
    const { admin, place } = stage
    const headers = headersOf('es', { 'idempotency-key': 'in-spanish' })
    await admin.post(`${base}/paste`, { text: '90903P7 90404P7', ...place }, headers)
    await stage.paste('product-codes', '10000P1')
    await stage.run()

    const unreadable = 'Viator sent an answer we can’t read: it is a web page, not data. Nothing was changed.'
    expect(await readIn('en', '90903P7')).toEqual(
      thrice(`${unreadable} Retry, and report it to Viator if it happens again.`),
    )
    const spanish = await readIn('es', '90903P7')
    expect(spanish).toEqual(thrice(spanish[0]))
    expect(spanish[0]).toMatch(/no podemos leer: es una página web, no datos\. No se ha cambiado nada\./)

    // Kept in English, which the list is sorted by and the audit has.
    const { reason, destination } = await stage.codeRow('product-codes', '10000P1')
    expect(reason).toBe(`Choose a city and a subcategory. The supplier’s destination is ${String(destination)}.`)
    expect(await readIn('en', '10000P1')).toEqual(thrice(reason))
    expect((await readIn('es', '10000P1'))[0]).toMatch(/^Elija una ciudad y una subcategoría\./)
    const { rows } = await sql<{ after: Row }>`
      select after from audit_log where object = 'product-codes' and record_id = ${await idOf('90404P7')} and action = 'import-failed'`.execute(
      stage.db,
    )
    expect(rows[0]?.after['reason']).toBe('Viator has no product with this code. Check it for typos.')
  })

  it('has warnings about a draft in the language of their reader, too', async () => {
    const { admin } = stage
    await stage.paste('product-codes-globick', '58219')
    await stage.run()
    const id = Number((await stage.codeRow('product-codes-globick', '58219'))['id'])
    const warningsIn = async (language: string) => {
      const { body } = await admin.get(`/rest/data/product-codes-globick/${id}/preview`, {}, headersOf(language))
      return (body as CodePreview).draft?.warnings
    }
    expect(await warningsIn('en')).toEqual([
      'Senior (65+): marked “Adult”, read as “Senior”',
      'Infant (0 - 3): marked “Adult”, read as “Infant”',
      'Infant (0 - 3): price 0',
    ])
    expect(await warningsIn('es')).toEqual([
      'Senior (65+): marcado como «Adulto», leído como «Mayor»',
      'Infant (0 - 3): marcado como «Adulto», leído como «Bebé»',
      'Infant (0 - 3): precio 0',
    ])
    // Those of drafts that were stored as sentences stay as they are.
    await sql`
      update product_codes_globick set draft = jsonb_set(draft, '{warnings}', '["Adult: price 0"]') where id = ${id}`.execute(
      stage.db,
    )
    expect(await warningsIn('es')).toEqual(['Adult: price 0'])
  })

  it('is said so among the failed codes of the job, too', async () => {
    const { admin } = stage
    const failed = async (language: string) => {
      const { body } = await admin.get('/rest/data/workers/import-supplier-codes/items', {}, headersOf(language))
      return JSON.stringify(body)
    }
    expect(await failed('en')).toContain('Viator has no product with this code.')
    expect(await failed('es')).not.toContain('Viator has no product with this code.')
  })

  it('stays as staff wrote it, and goes when the code is queued again', async () => {
    const { admin } = stage
    const id = await idOf('90404P7')
    const typed = '{"text":"Check it for typos."}'
    await admin.post(`${base}/reject`, { ids: [id], reason: typed })
    expect(await readIn('es', '90404P7')).toEqual(thrice(typed))
    await admin.post(`${base}/retry`, { ids: [id] })
    expect(await stage.codeRow('product-codes', '90404P7')).toMatchObject({ reason: null, reason_said: null })
  })
})
