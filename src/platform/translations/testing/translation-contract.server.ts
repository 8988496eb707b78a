import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { columnOf } from '../../../core/resource/fields.ts'
import type { AnyResource } from '../../../core/resource/resource.ts'
import { tableOf } from '../../../core/resource/resource.ts'
import { tracesOf } from '../../../core/testing/audit-trail.server.ts'
import { freshRecord } from '../../../core/testing/change-contract.server.ts'
import { noSuchId } from '../../../core/testing/create-contract.server.ts'
import type { Reply, Row, TestContext } from '../../../core/testing/test-context.server.ts'
import { inShort, names, pathTo } from '../../../core/testing/test-context.server.ts'
import { isTranslatable, translatableFields } from '../store/translatable.ts'
import type { TranslatedTexts } from '../store/translation.endpoints.ts'

/** The behaviour that every resource with translatable texts must have. */
export function translationContract(resource: AnyResource, testContext: () => TestContext): void {
  if (!isTranslatable(resource)) return
  const desk = createDesk(resource, testContext)
  describe('translated', () => {
    itKeepsWhatPeopleWrite(desk)
    itFollowsItsSource(desk)
    itKeepsToRules(desk)
    itIsGuarded(desk)
  })
}

type Desk = ReturnType<typeof createDesk>

/** Writes and reads the texts of fresh records in one field, not their slug. */
function createDesk(resource: AnyResource, testContext: () => TestContext) {
  const [key = '', field] = translatableFields(resource).find(([name]) => name !== 'slug') ?? []
  if (field === undefined) throw new Error(`${resource.name} has nothing to translate but its slug.`)
  let count = 0
  const number = () => ++count
  const at = (record: Row, more = '') => `${pathTo(resource, Number(record['id']))}/translations${more}`
  return {
    resource,
    testContext,
    key,
    /** A number that is used once. */
    number,
    at,
    textOf: (reply: Reply) => (reply.body as TranslatedTexts).texts.find((text) => text.field === key),
    put: (record: Row, text: string | null, more: object = {}, headers = {}) =>
      testContext().admin.put(at(record, '/es'), { texts: { [key]: { text, ...more } } }, headers),
    words: () =>
      'format' in field && field.format === 'richText' ? `<p>Palabras ${number()}</p>` : `Palabras ${number()}`,
    // The title can be a unique field.
    fresh: () => freshRecord(resource, testContext(), { [key]: `A source ${number()}` }),
    async setSource(record: Row, text: string): Promise<void> {
      await sql`update ${sql.table(tableOf(resource))} set ${sql.ref(columnOf(key))} = ${text} where id = ${record['id']}`.execute(
        testContext().db,
      )
    },
  }
}

function itKeepsWhatPeopleWrite({
  resource,
  testContext,
  key,
  number,
  at,
  textOf,
  put,
  words,
  fresh,
  setSource,
}: Desk): void {
  it('falls back to the source and says so, takes a text, and gives it back', async () => {
    const { admin, db } = testContext()
    const record = await fresh()
    const before = await admin.get(at(record, '/es'))
    expect(textOf(before), inShort(before)).toMatchObject({
      text: null,
      status: 'missing',
      shown: record[key],
      shownIn: 'en',
      isFallback: true,
    })
    const text = words()
    const reply = await put(record, text, { status: 'in_review' }, { 'if-match': String(before.headers.get('etag')) })
    // Readers see it once it is approved.
    expect(textOf(reply), inShort(reply)).toMatchObject({
      text,
      status: 'in_review',
      shown: record[key],
      shownIn: 'en',
      isFallback: true,
    })
    expect(textOf(await put(record, text, { status: 'approved' }))).toMatchObject({
      text,
      status: 'approved',
      shown: text,
      shownIn: 'es',
      isFallback: false,
    })
    expect(await tracesOf(db, reply)).toMatchObject([
      { action: 'translated', object: resource.name, record_id: String(record['id']) },
    ])
    const all = (await admin.get(at(record))).body as {
      locales: { code: string; translated: number; outdated: number }[]
    }
    expect(all.locales.find(({ code }) => code === 'es')).toMatchObject({ outdated: 0 })
    expect(textOf(await put(record, null))).toMatchObject({ text: null, status: 'missing' })
  })

  it('refuses those who write on the ground of older texts or of an older source', async () => {
    const record = await fresh()
    const etag = String((await testContext().admin.get(at(record, '/es'))).headers.get('etag'))
    expect((await put(record, words(), {}, { 'if-match': etag })).status).toBe(200)
    const stale = await put(record, words(), {}, { 'if-match': etag })
    expect([stale.status, (stale.body as { error: string }).error]).toEqual([412, 'StaleVersion'])
    const read = String((await testContext().admin.get(at(record, '/es'))).headers.get('etag'))
    await setSource(record, `Another source ${number()}`)
    expect((await put(record, words(), {}, { 'if-match': read })).status).toBe(412)
  })
}

function itFollowsItsSource({ testContext, key, number, at, textOf, put, words, fresh, setSource }: Desk): void {
  it('becomes outdated when its source changes in whatever way, and is good again when that is put back', async () => {
    const { admin } = testContext()
    const record = await fresh()
    await put(record, words(), { status: 'approved' })
    const [source, newer] = [String(record[key]), `A newer source ${number()}`]
    await setSource(record, newer)
    expect(textOf(await admin.get(at(record, '/es')))).toMatchObject({
      status: 'outdated',
      sourceThen: source,
      source: newer,
    })
    await setSource(record, source)
    expect(textOf(await admin.get(at(record, '/es')))).toMatchObject({ status: 'approved', sourceThen: null })
    await setSource(record, newer)
    expect(textOf(await put(record, words(), { status: 'draft' }))).toMatchObject({
      status: 'draft',
      sourceThen: null,
    })
  })
}

function itKeepsToRules({ resource, testContext, key, at, put, words, fresh, setSource }: Desk): void {
  it('is never written over by a machine once it is approved', async () => {
    const { db } = testContext()
    const record = await fresh()
    expect((await put(record, words(), { status: 'machine' })).status).toBe(200)
    await put(record, words(), { status: 'approved' })
    const refused = await put(record, words(), { status: 'machine' })
    expect([refused.status, names(refused, key)]).toEqual([409, true])
    await expect(
      sql`update translations set status = 'machine' where resource = ${resource.name} and record_id = ${record['id']} and field = ${key}`.execute(
        db,
      ),
    ).rejects.toThrow('a machine may not write over')
  })

  it('keeps placeholders and links of the source, lengths, and what is no text of it, each by its name', async () => {
    const record = await fresh()
    await setSource(record, '{n} by :::link|text=us|element=c-12:::')
    expect((await put(record, '{n} de :::link|text=nosotros|element=c-12:::')).status).toBe(200)
    for (const wrong of [
      '{n} de nosotros',
      ':::link|text=nosotros|element=c-12:::',
      '{n} de :::link|text=nosotros|element=c-13:::',
      '{n} {n} :::link|text=n|element=c-12:::',
      'x'.repeat(70_000),
    ]) {
      const reply = await put(record, wrong)
      expect([reply.status, names(reply, key)], inShort(reply)).toEqual([422, true])
    }
    const unknown = await testContext().admin.put(at(record, '/es'), { texts: { nobodyKnows: { text: 'x' } } })
    expect([unknown.status, names(unknown, 'nobodyKnows')]).toEqual([422, true])
  })
}

function itIsGuarded({ resource, testContext, at, fresh }: Desk): void {
  it('is open to people who can read, and written only by people who can write translations', async () => {
    const { admin, reader, stranger, anonymous } = testContext()
    const record = await fresh()
    expect((await reader.get(at(record))).status).toBe(200)
    expect((await reader.get(at(record, '/es'))).status).toBe(200)
    expect((await stranger.get(at(record, '/es'))).status).toBe(403)
    expect((await anonymous.get(at(record))).status).toBe(403)
    expect((await reader.put(at(record, '/es'), { texts: {} })).status).toBe(403)
    expect((await admin.put(at(record, '/en'), { texts: {} })).status).toBe(422)
    expect((await admin.get(at(record, '/tlh'))).status).toBe(404)
    expect((await admin.get(`${pathTo(resource)}/${noSuchId}/translations/es`)).status).toBe(404)
  })

  it('has a trigger on its table that follows every one of its sources', async () => {
    const { rows } = await sql<{ definition: string }>`
      select pg_get_triggerdef(oid) as definition from pg_trigger where tgrelid = ${tableOf(resource)}::regclass and not tgisinternal`.execute(
      testContext().db,
    )
    const follows = rows.find(({ definition }) => definition.includes('translations_follow'))?.definition ?? ''
    expect(
      translatableFields(resource)
        .map(([name]) => name)
        .filter((name) => !follows.includes(`'${name}', '${columnOf(name)}'`)),
    ).toEqual([])
    expect(follows).toContain(`'${resource.name}'`)
  })
}
