import { expect, it } from 'vitest'
import { columnFor } from '../resource/column-types.ts'
import type { AnyField } from '../resource/fields.ts'
import { isWritable, refKey } from '../resource/fields.ts'
import { maskedRecord } from '../resource/personal.ts'
import type { AnyResource } from '../resource/resource.ts'
import { allFields } from '../resource/resource.ts'
import { problemsOf } from '../resource/draft.ts'
import { initialValue } from '../resource/value-schemas.ts'
import { tracesOf } from './audit-trail.server.ts'
import { recordKeys } from './list-contract.server.ts'
import { edgesOf } from './samples.ts'
import type { Reply, Row, TestContext } from './test-context.server.ts'
import { findings, inShort, names, pathTo, problemsIn } from './test-context.server.ts'
import { jsonText, wrongValuesOf } from './wrong-values.ts'

export const noSuchId = 999_999_999

export function writableFields(resource: AnyResource): [string, AnyField][] {
  return Object.entries(resource.fields).filter(([, field]) => isWritable(field))
}

/** A key that only the server writes, with a value that it certainly has not. */
export function serverKeys(resource: AnyResource): string[] {
  return allFields(resource).flatMap(([key, field]) => [
    ...(Object.hasOwn(resource.fields, key) && isWritable(field) ? [] : [key]),
    ...('to' in field ? [refKey(key)] : []),
  ])
}

/** The guarantees for callers that create a record. */
export function createContract(resource: AnyResource, testContext: () => TestContext): void {
  const path = pathTo(resource)
  const post = (body: unknown, headers?: Readonly<Record<string, string>>) =>
    testContext().admin.post(path, jsonText(body), headers)
  const draft = (values?: Row) => testContext().maker.draft(resource, values)

  it('creates what it was sent, answers with the record, and leaves one row in the audit', async () => {
    const { admin, db } = testContext()
    const sent = await draft()
    const reply = await post(sent)
    expect(reply.status, inShort(reply)).toBe(201)
    const record = reply.body as Row
    expect(record).toMatchObject(maskedRecord(resource, sent))
    expect(Object.keys(record).sort()).toEqual(recordKeys(resource))
    expect(record['version']).toBe(1)
    expect(reply.headers.get('etag')).toBe('"1"')
    expect(reply.headers.get('location')).toBe(pathTo(resource, Number(record['id'])))
    expect((await admin.get(pathTo(resource, Number(record['id'])))).body).toEqual(record)
    const traces = await tracesOf(db, reply)
    expect(traces).toMatchObject([
      {
        action: 'create',
        object: resource.name,
        record_id: String(record['id']),
        title: record[resource.title],
        before: null,
      },
    ])
    expect(traces[0]?.after).toMatchObject(maskedRecord(resource, sent))
  })

  it('fills in what has a default, and asks for the rest by name', async () => {
    const needed = writableFields(resource)
      .filter(([, field]) => field.required && initialValue(field) === null)
      .map(([key]) => key)
    const empty = await post({})
    expect([empty.status, Object.keys(problemsIn(empty)).sort()]).toEqual([422, needed.toSorted()])
    expect(
      await findings(writableFields(resource), async ([key, field]) => {
        const sent = without(await draft(), key)
        const initial = initialValue(field)
        const reply = await post(sent)
        if (needed.includes(key))
          return reply.status === 422 && Object.keys(problemsIn(reply)).join() === key
            ? undefined
            : `without ${key}: ${inShort(reply)}`
        if (isAtOdds({ ...sent, [key]: initial })) return undefined
        const isFilled =
          reply.status === 201 &&
          (initial === null || JSON.stringify((reply.body as Row)[key]) === JSON.stringify(initial))
        return isFilled ? undefined : `without ${key}: ${inShort(reply)}`
      }),
    ).toEqual([])
  })

  const isAtOdds = (values: Row) => Object.keys(problemsOf(resource, values)).length > 0

  it('takes every field up to its bounds', async () => {
    const cases: { key: string; edge: unknown; chances: Row[] }[] = []
    for (const [key, field] of writableFields(resource)) {
      for (const edge of edgesOf(key, field)) {
        // Some fields only count beside others, so several records get their chance. They are drawn one after another:
        // drawn as the calls below happen to take turns, all three could be of the same kind.
        const chances = [await draft({ [key]: edge }), await draft({ [key]: edge }), await draft({ [key]: edge })]
        cases.push({ key, edge, chances })
      }
    }
    expect(
      await findings(cases, async ({ key, edge, chances }) => {
        let refused: Reply | undefined
        for (const values of chances) {
          if (isAtOdds(values)) continue
          const reply = await post(values)
          if (reply.status === 201 && JSON.stringify((reply.body as Row)[key]) === JSON.stringify(edge))
            return undefined
          refused = reply
        }
        return refused && `${key} = ${JSON.stringify(edge).slice(0, 60)}: ${inShort(refused)}`
      }),
    ).toEqual([])
  })

  it('refuses every value of the wrong kind or beyond its bounds, naming the field', async () => {
    const sent = await draft()
    const cases = writableFields(resource).flatMap(([key, field]) =>
      wrongValuesOf(field).map((wrong) => ({ key, ...wrong })),
    )
    expect(cases.length).toBeGreaterThan(0)
    expect(
      await findings(cases, async ({ key, why, value }) => {
        const reply = await post({ ...sent, [key]: value })
        const message =
          Object.entries(problemsIn(reply)).find(([name]) => name === key || name.startsWith(`${key}.`))?.[1] ?? ''
        const isRight =
          reply.status === 422 &&
          names(reply, key) &&
          /^[^{}]{8,}\.$/.test(message) &&
          !/undefined|NaN\b|null\b|invalid input/i.test(message)
        return isRight ? undefined : `${key} with ${why}: ${inShort(reply)}`
      }),
    ).toEqual([])
  })

  it('refuses unknown keys, and those that only the server writes, each by its name', async () => {
    const sent = await draft()
    const keys = [...serverKeys(resource), 'nobodyKnows', 'isAdmin', 'toString', 'ID', resource.title.toUpperCase()]
    expect(
      await findings(keys, async (key) => {
        const reply = await post({ ...sent, [key]: 1 })
        return reply.status === 422 && Object.keys(problemsIn(reply)).join() === key
          ? undefined
          : `${key}: ${inShort(reply)}`
      }),
    ).toEqual([])
    const several = await post({ ...sent, one: 1, two: 2 })
    expect(Object.keys(problemsIn(several))).toEqual(['one', 'two'])
  })

  it('refuses a second record with a value that has to be unique, however it is spelt', async () => {
    const unique = writableFields(resource).filter(([, field]) => field.unique)
    expect(
      await findings(unique, async ([key, field]) => {
        let sent = await draft()
        // Some samples of an optional field have none.
        while (sent[key] === null || sent[key] === undefined) sent = await draft()
        const first = await post(sent)
        if (first.status !== 201) return inShort(first)
        const value = String(sent[key])
        // A pattern can forbid the other case, and a value without letters has none.
        const isSpeltFreely = 'case' in field || columnFor(key, field).key !== undefined
        for (const again of [
          value,
          ...(isSpeltFreely ? [value.toLowerCase(), value.toUpperCase(), ` ${value} `] : []),
        ]) {
          const reply = await post({ ...(await draft()), [key]: again })
          if (reply.status !== 409 || !names(reply, key)) return `${key} = ${again}: ${inShort(reply)}`
        }
        return undefined
      }),
    ).toEqual([])
  })

  it('refuses references to what does not exist', async () => {
    const references = writableFields(resource).filter(([, field]) => 'to' in field)
    expect(
      await findings(references, async ([key, field]) => {
        const reply = await post(await draft({ [key]: field.kind === 'refs' ? [noSuchId] : noSuchId }))
        return reply.status === 422 && names(reply, key) ? undefined : `${key}: ${inShort(reply)}`
      }),
    ).toEqual([])
  })

  it('refuses bodies that are no record, and stores nothing of what it refuses', async () => {
    const { admin } = testContext()
    const before = await admin.get(path, { range: [0, 0] })
    const bodies = [
      'null',
      '[]',
      '"x"',
      '5',
      '{',
      '{"a":1,}',
      '',
      `{"${resource.title}":"\\u0000"}`,
      `{"${resource.title}":"\\ud800"}`,
    ]
    expect(
      await findings(bodies, async (body) => {
        const reply = await admin.post(path, body)
        return [400, 422].includes(reply.status) ? undefined : `${body}: ${inShort(reply)}`
      }),
    ).toEqual([])
    expect((await admin.post(path, 'a=1', { 'content-type': 'application/x-www-form-urlencoded' })).status).toBe(415)
    expect((await admin.post(path, `{"${resource.title}":"${'a'.repeat(1_100_000)}"}`)).status).toBe(413)
    expect((await admin.get(path, { range: [0, 0] })).headers.get('x-total-count')).toBe(
      before.headers.get('x-total-count'),
    )
  })

  it('does the same thing once when it is asked twice with one Idempotency-Key', async () => {
    const key = () => ({ 'idempotency-key': crypto.randomUUID() })
    const sent = await draft()
    const same = key()
    const [first, again] = [await post(sent, same), await post(sent, same)]
    expect([first.status, again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 201, 'true'])
    expect(again.body).toEqual(first.body)
    const other = await post({ ...sent, [resource.title]: 'another' }, same)
    expect(other.status, inShort(other)).toBe(422)
    const twice = key()
    const twin = await draft()
    const twins = await Promise.all(Array.from({ length: 6 }, () => post(twin, twice)))
    expect(new Set(twins.map(({ body }) => (body as Row)['id'])).size, inShort(twins[0] as Reply)).toBe(1)
    expect(twins.map(({ status }) => status)).toEqual(twins.map(() => 201))
    expect((await Promise.all(twins.map((reply) => tracesOf(testContext().db, reply)))).flat()).toHaveLength(1)
    // Nothing was kept of what was refused, so the key is still free.
    const retry = key()
    expect((await post({}, retry)).status).toBe(422)
    expect((await post(await draft(), retry)).status).toBe(201)
    for (const bad of ['a b', 'ä', 'a'.repeat(256)])
      expect((await post(await draft(), { 'idempotency-key': bad })).status).toBe(422)
  })
}

function without(values: Row, key: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => name !== key))
}
