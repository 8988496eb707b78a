import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { admin, alias, db, read, serveAliases } from './testing/alias-records.server.ts'

serveAliases()

describe('the questions and answers of an alias', () => {
  const html = (question: string, answer: string) => `<h3>${question}</h3><p>${answer}</p>`
  interface Text {
    readonly field: string
    readonly status: string
    readonly shown: string | null
    readonly shownIn: string | null
    readonly sourceThen: string | null
  }
  const spanish = async (id: number) =>
    ((await admin.get(`/rest/data/aliases/${id}/translations/es`)).body as { texts: readonly Text[] }).texts.find(
      ({ field }) => field === 'faq',
    )
  const translate = async (id: number, text: string, status: string) =>
    await admin.put(`/rest/data/aliases/${id}/translations/es`, { texts: { faq: { text, status } } })

  it('are translated like its other texts: public once approved, outdated once the source says something else', async () => {
    const [source, translated] = [html('Can I print it?', 'Yes.'), html('¿Puedo imprimirla?', 'Sí.')]
    const { id } = await alias({ faq: source })
    expect(await spanish(id)).toMatchObject({ status: 'missing', shown: source, shownIn: 'en' })
    expect((await translate(id, translated, 'draft')).status).toBe(200)
    expect(await spanish(id)).toMatchObject({ status: 'draft', shown: source, shownIn: 'en' })
    expect((await translate(id, translated, 'approved')).status).toBe(200)
    expect(await spanish(id)).toMatchObject({ status: 'approved', shown: translated, shownIn: 'es' })
    await admin.patch(`/rest/data/aliases/${id}`, { faq: html('Can I print it?', 'No.') })
    expect(await spanish(id)).toMatchObject({ status: 'outdated', sourceThen: source, shown: translated })
    await admin.patch(`/rest/data/aliases/${id}`, { faq: source })
    expect(await spanish(id)).toMatchObject({ status: 'approved', sourceThen: null })
  })

  it('of a version whose questions were rows stay as they are when it is restored, and all else of it comes back', async () => {
    const { id } = await alias({ faq: html('Can I print it?', 'Yes.'), heading: 'Now' })
    await admin.patch(`/rest/data/aliases/${id}`, { heading: 'Later' })
    const path = `/rest/data/aliases/${id}`
    const [entry] = ((await admin.get(`${path}/history`)).body as { versions: readonly { entry: number }[] }).versions
    const rows = { faq: [{ locale: 'en', question: 'Former?', answer: 'Yes.' }] }
    // As an entry of that time has it: entries cannot be changed, so the triggers that see to that are off.
    await db()
      .transaction()
      .execute(async (tx) => {
        await sql`set local session_replication_role = replica`.execute(tx)
        await sql`update audit_log set before = before || ${JSON.stringify(rows)}::jsonb where id = ${entry?.entry}`.execute(
          tx,
        )
      })
    const version = { entry: entry?.entry, side: 'before' }
    expect((await admin.get(`${path}/history/${version.entry}`, { side: 'before' })).body).toMatchObject({
      values: { heading: 'Now' },
      kept: [{ key: 'faq', because: 'other-form' }],
    })
    const restored = await admin.post(`${path}/restore`, version, { 'if-match': `"${(await read(id))['version']}"` })
    expect([restored.status, restored.body]).toMatchObject([
      200,
      { heading: 'Now', faq: html('Can I print it?', 'Yes.') },
    ])
  })

  it('are refused where an answer or a question is missing, in every language', async () => {
    const { id } = await alias({ faq: html('Can I print it?', 'Yes.') })
    const said = ({ status, body }: { status: number; body: unknown }) => [
      status,
      (body as { fields?: Record<string, string> }).fields?.['faq'],
    ]
    const save = async (faq: string) => said(await admin.patch(`/rest/data/aliases/${id}`, { faq }))
    expect(await save('<h3>Why?</h3>')).toEqual([422, 'Answer every question.'])
    expect(await save('<p>Because.</p>')).toEqual([422, 'Every answer needs a question.'])
    expect(said(await translate(id, '<h3></h3><p>Porque sí.</p>', 'draft'))).toEqual([
      422,
      'Every answer needs a question.',
    ])
    expect(said(await translate(id, '<h3>¿Por qué?</h3>', 'draft'))).toEqual([422, 'Answer every question.'])
  })

  it('can link, and links that lead nowhere are counted', async () => {
    const { id } = await alias({ faq: html('Where?', ':::link|text=Here|element=c-999999:::') })
    expect(await read(id)).toMatchObject({ brokenLinkCount: 1 })
    await admin.patch(`/rest/data/aliases/${id}`, { faq: null })
    expect(await read(id)).toMatchObject({ brokenLinkCount: 0, faq: null })
  })
})
