import { expect, it } from 'vitest'
import { refKey } from '../resource/fields.ts'
import type { AnyResource } from '../resource/resource.ts'
import { serverKeys } from './create-contract.server.ts'
import type { Row, TestContext } from './test-context.server.ts'
import { findings, inShort, pathTo, problemsIn } from './test-context.server.ts'

/** Values that the server maintains without a new version of the record. */
export function movingKeys(resource: AnyResource): string[] {
  return Object.entries(resource.fields).flatMap(([key, field]) =>
    field.derived || field.readOnly === 'moving' ? [key, ...('to' in field ? [refKey(key)] : [])] : [],
  )
}

/** What only the server writes, and never without a new version. */
export function settledKeys(resource: AnyResource): string[] {
  const others = new Set([...movingKeys(resource), 'version', 'updatedAt'])
  return serverKeys(resource).filter((key) => !others.has(key))
}

/** The record as it was read before what it refers to was given other names. */
function withOtherTitles(record: Row): Row {
  const renamed = (value: unknown): unknown =>
    typeof value === 'object' && value !== null && Object.keys(value).sort().join() === 'id,title'
      ? { ...value, title: 'As it was called' }
      : value
  return Object.fromEntries(
    Object.entries(record).map(([key, value]) => [key, Array.isArray(value) ? value.map(renamed) : renamed(value)]),
  )
}

interface Samples {
  fresh(): Promise<Row>
  /** A field that can be changed alone from what one has to what the other has. */
  oneField(resource: AnyResource, record: Row, other: Row): string
}

/** The guarantees for a client that sends a whole record back, as stock clients do. */
export function sentBackContract(
  resource: AnyResource,
  testContext: () => TestContext,
  { fresh, oneField }: Samples,
): void {
  const draft = () => testContext().maker.draft(resource)
  const at = (record: Row) => pathTo(resource, Number(record['id']))

  it('accepts the record that a client read, although moving fields have changed since', async () => {
    const { admin } = testContext()
    const record = await fresh()
    const other = await draft()
    const key = oneField(resource, record, other)
    const older = Object.fromEntries(movingKeys(resource).map((name) => [name, 987_654]))
    const sent = { ...withOtherTitles(record), ...older, [key]: other[key] }
    const reply = await admin.put(at(record), sent)
    expect(reply.status, inShort(reply)).toBe(200)
    const changed = { ...record, [key]: other[key], version: Number(record['version']) + 1 }
    expect(reply.body).toEqual({ ...changed, updatedAt: expect.any(String) as unknown })
    // The version can be in If-Match in place of the body.
    const { version: _, ...unnumbered } = { ...(reply.body as Row), ...older, [key]: record[key] }
    const again = await admin.put(at(record), unnumbered, { 'if-match': String(reply.headers.get('etag')) })
    expect(again.status, inShort(again)).toBe(200)
    const numbered = again.body as Row
    expect(
      await findings(settledKeys(resource), async (name) => {
        const refused = await admin.put(at(record), { ...numbered, [name]: 987_654 })
        return refused.status === 422 && Object.keys(problemsIn(refused)).join() === name
          ? undefined
          : `${name}: ${inShort(refused)}`
      }),
    ).toEqual([])
  })

  it.each(['put', 'patch'] as const)(
    'by %s refuses a record that was read in another version, and shows it as it is',
    async (verb) => {
      const { admin } = testContext()
      const record = await fresh()
      const [one, two] = [await draft(), await draft()]
      const key = oneField(resource, record, one)
      const saved = await admin.put(at(record), { ...record, [key]: one[key] })
      expect(saved.status, inShort(saved)).toBe(200)
      const late = await admin[verb](at(record), { ...record, [key]: two[key] })
      expect([late.status, late.body]).toMatchObject([412, { error: 'StaleVersion', current: saved.body }])
      expect(late.headers.get('etag')).toBe(saved.headers.get('etag'))
      expect((await admin.get(at(record))).body).toEqual(saved.body)
    },
  )
}
