import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { AnyField } from '../../../core/resource/fields.ts'
import type { Publication } from '../../../core/resource/page.ts'
import { publications, publicationSteps } from '../../../core/resource/page.ts'
import type { AnyResource } from '../../../core/resource/resource.ts'
import { tableOf } from '../../../core/resource/resource.ts'
import { tracesOf } from '../../../core/testing/audit-trail.server.ts'
import { freshRecord } from '../../../core/testing/change-contract.server.ts'
import { sampleOf } from '../../../core/testing/samples.ts'
import type { Reply, Row, TestContext } from '../../../core/testing/test-context.server.ts'
import { inShort, pathTo } from '../../../core/testing/test-context.server.ts'
import type { PublicationState } from '../publication.endpoints.ts'
import { isPage } from '../publication.endpoints.ts'

/** The behaviour that every resource with pages must have. */
export function publicationContract(resource: AnyResource, testContext: () => TestContext): void {
  if (!isPage(resource)) return
  const desk = createDesk(resource, testContext)
  describe('published', () => {
    itGoesItsSteps(desk)
    itAgreesWithTheDatabase(desk)
    itFollowsItsPlan(desk)
  })
}

type Desk = ReturnType<typeof createDesk>

/** Makes drafts that can be published, and looks at where they are. */
function createDesk(resource: AnyResource, testContext: () => TestContext) {
  const at = (record: Row, step: string) => `${pathTo(resource, Number(record['id']))}/${step}`
  const stateOf = async (record: Row) =>
    (await testContext().admin.get(at(record, 'publication'))).body as PublicationState

  /** A draft of which nothing is missing. */
  async function ready(): Promise<Row> {
    const { admin } = testContext()
    const record = await freshRecord(resource, testContext(), {
      publication: 'draft',
      publishedAt: null,
      publishAt: null,
      unpublishAt: null,
    })
    await testContext().makeReady?.(resource.name, Number(record['id']))
    const { findings } = await stateOf(record)
    for (const { locale, field } of findings.filter(({ isBlocking, isMet }) => isBlocking && !isMet)) {
      if (field === null)
        throw new Error(`The sample of ${resource.name} is not ready, and nobody can say what it lacks.`)
      const reply =
        locale === null
          ? await admin.patch(pathTo(resource, Number(record['id'])), {
              [field]: sampleOf(
                field,
                { ...resource.fields[field], required: true } as AnyField,
                Number(record['id']),
                () => [],
              ),
            })
          : await admin.put(at(record, `translations/${locale}`), {
              texts: { [field]: { text: `Texto ${String(record['id'])}`, status: 'approved' } },
            })
      expect(reply.status, inShort(reply)).toBe(200)
    }
    return (await admin.get(pathTo(resource, Number(record['id'])))).body as Row
  }

  return { resource, testContext, at, stateOf, ready }
}

const after = (reply: Reply) => [reply.status, (reply.body as Row)['publication']]

function itGoesItsSteps({ resource, testContext, at, stateOf, ready }: Desk): void {
  it('is refused while something blocks it, which is named, and allowed only to people who can publish', async () => {
    const { admin, reader, db } = testContext()
    const record = await ready()
    expect((await reader.post(at(record, 'publish'), {})).status).toBe(403)
    expect((await reader.get(at(record, 'publication'))).status).toBe(200)
    const {
      findings: [first],
    } = await stateOf(record)
    expect(first).toMatchObject({ isBlocking: true, isMet: true })
    const translated = resource.fields[resource.title]?.translatable === true
    if (translated) {
      await sql`delete from translations where resource = ${resource.name} and record_id = ${record['id']}`.execute(db)
      const refused = await admin.post(at(record, 'publish'), {})
      expect([refused.status, (refused.body as { error: string }).error, (await stateOf(record)).isReady]).toEqual([
        409,
        'NotReady',
        false,
      ])
      expect((await stateOf(record)).publication).toBe('draft')
    }
  })

  it('goes the steps that are allowed, leaves them in the audit, and goes no other, not even past the server', async () => {
    const { admin, db } = testContext()
    const record = await ready()
    expect(after(await admin.post(at(record, 'review'), { to: 'in_review' }))).toEqual([200, 'in_review'])
    const published = await admin.post(at(record, 'publish'), {})
    expect(after(published), inShort(published)).toEqual([200, 'published'])
    expect(await tracesOf(db, published)).toMatchObject([
      { action: 'published', before: { publication: 'in_review' }, after: { publication: 'published' } },
    ])
    expect((await admin.post(at(record, 'publish'), {})).status).toBe(409)
    expect((await admin.post(at(record, 'review'), { to: 'archived' })).status).toBe(409)
    if (resource.operations.includes('delete'))
      expect((await admin.delete(pathTo(resource, Number(record['id'])))).status).toBe(409)
    expect((await admin.post(at(record, 'unpublish'), {})).status).toBe(422)
    expect((await admin.post(at(record, 'unpublish'), { successorId: record['id'] })).status).toBe(422)
    expect(after(await admin.post(at(record, 'unpublish'), { successorId: null }))).toEqual([200, 'unpublished'])
    expect((await stateOf(record)).redirects.map(({ reason }) => reason)).toContain('gone')
    const back = await admin.post(at(record, 'publish'), {})
    expect(after(back), inShort(back)).toEqual([200, 'published'])
    expect((await stateOf(record)).redirects).toEqual([])
  })
}

function itAgreesWithTheDatabase({ resource, testContext, at, stateOf, ready }: Desk): void {
  it('takes the same steps in the database as in the definition', async () => {
    const { db } = testContext()
    const record = await ready()
    const set = (to: Publication) =>
      sql`update ${sql.table(tableOf(resource))} set publication = ${to} where id = ${record['id']}`.execute(db)
    const reach = async (from: Publication) => {
      await sql`alter table ${sql.table(tableOf(resource))} disable trigger user`.execute(db)
      await set(from)
      await sql`alter table ${sql.table(tableOf(resource))} enable trigger user`.execute(db)
    }
    const taken: string[] = []
    for (const from of publications) {
      for (const to of publications.filter((other) => other !== from)) {
        await reach(from)
        if (
          await set(to).then(
            () => true,
            () => false,
          )
        )
          taken.push(`${from} ${to}`)
      }
    }
    expect(taken).toEqual(
      publications.flatMap((from) =>
        publications.filter((to) => publicationSteps[from].includes(to)).map((to) => `${from} ${to}`),
      ),
    )
  })

  it('ends unless the definition says that it stays, and the database refuses no other end', async () => {
    const { admin, db } = testContext()
    const record = await ready()
    expect((await admin.post(at(record, 'publish'), {})).status).toBe(200)
    const { stays } = await stateOf(record)
    class Undone extends Error {}
    const ends = ["unpublish_at = now() + interval '1 day'", "publication = 'unpublished'"]
    for (const end of ends) {
      const ended = db.transaction().execute(async (trx) => {
        await sql`update ${sql.table(tableOf(resource))} set ${sql.raw(end)} where id = ${record['id']}`.execute(trx)
        throw new Undone()
      })
      if (stays === null) await expect(ended).rejects.toThrow(Undone)
      else await expect(ended).rejects.toMatchObject({ code: '23514' })
    }
  })
}

function itFollowsItsPlan({ resource, testContext, at, ready }: Desk): void {
  it('happens by itself at the planned moment, and is taken back where something is missing by then', async () => {
    const { admin, db, runJob } = testContext()
    if (!runJob) throw new Error('No job runs on this stage.')
    const record = await ready()
    expect((await admin.post(at(record, 'publish'), { at: '2020-01-01T00:00:00Z' })).status).toBe(422)
    expect(
      (await admin.post(at(record, 'publish'), { at: '2099-01-02T00:00:00Z', until: '2099-01-01T00:00:00Z' })).status,
    ).toBe(422)
    const planned = await admin.post(at(record, 'publish'), {
      at: '2099-01-01T00:00:00Z',
      until: '2099-02-01T00:00:00Z',
    })
    expect([after(planned), (planned.body as Row)['publishAt']]).toEqual([[200, 'draft'], '2099-01-01T00:00:00.000Z'])
    const due = (column: string) =>
      sql`update ${sql.table(tableOf(resource))} set ${sql.ref(column)} = now() - interval '1 minute' where id = ${record['id']}`.execute(
        db,
      )
    const now = async () => (await admin.get(pathTo(resource, Number(record['id'])))).body as Row
    await due('publish_at')
    await runJob('carry-out-publication-plans')
    expect(await now()).toMatchObject({ publication: 'published', publishAt: null })
    await due('unpublish_at')
    await runJob('carry-out-publication-plans')
    expect(await now()).toMatchObject({ publication: 'unpublished', unpublishAt: null })
  })
}
