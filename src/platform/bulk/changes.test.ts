import { describe, expect, it } from 'vitest'
import { aliases } from '../../features/aliases/aliases.ts'
import { coupons } from '../../features/coupons/coupons.ts'
import { customers } from '../../features/customers/customers.ts'
import { products } from '../../features/products/products.ts'
import { Refusal } from '../../core/errors/errors.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import type { BulkChange } from './changes.ts'
import { assertChange, bulkFields, changeModesOf, inputFor } from './changes.ts'
import { paceAfter } from './pace.ts'
import { withPart } from './preview-parts.ts'

/** What a refusal says of each field. */
function changeProblems(resource: AnyResource, change: BulkChange): Readonly<Record<string, string>> {
  try {
    assertChange(resource, change)
  } catch (refusal) {
    if (refusal instanceof Refusal && refusal.status === 422) return refusal.fields ?? {}
    throw refusal
  }
  return {}
}

const field = (key: keyof typeof coupons.fields) => coupons.fields[key]

describe('fields that can be changed in many records', () => {
  it('are those that a client can set, that need not be unique, and that are not personal data', () => {
    const keys = bulkFields(coupons).map(([key]) => key)
    expect(keys).toEqual(expect.arrayContaining(['name', 'status', 'eventIds', 'emailDomains', 'customerIds', 'notes']))
    for (const key of ['code', 'timesUsed', 'state', 'batchId', 'results']) expect(keys).not.toContain(key)
    expect(bulkFields(customers).map(([key]) => key)).toEqual(['countryId', 'locale', 'tags', 'riskNotes', 'status'])
    expect(bulkFields(aliases).map(([key]) => key)).not.toContain('slug')
  })

  it('are, of a form that guards more than its fields, those that it excepts', () => {
    expect(
      bulkFields(products)
        .map(([key]) => key)
        .toSorted(),
    ).toEqual(['cityId', 'internalName', 'markup', 'subcategoryIds', 'tagIds'])
    const problems = changeProblems(products, {
      title: { set: 'X' },
      overrides: { add: ['title'] },
      markup: { set: 1_000 },
    })
    expect(problems).toEqual({
      title: 'Title can only be changed record by record.',
      overrides: 'Overridden fields can only be changed record by record.',
    })
  })

  it('are set or cleared, and those with several values added to and removed from', () => {
    expect(changeModesOf(field('status'))).toEqual(['set'])
    expect(changeModesOf(field('percent'))).toEqual(['set', 'clear'])
    expect(changeModesOf(field('isFirstPurchaseOnly'))).toEqual(['set'])
    for (const key of ['eventIds', 'emailDomains', 'channels'] as const)
      expect(changeModesOf(field(key))).toEqual(['add', 'remove', 'set', 'clear'])
  })
})

describe('a change', () => {
  it('is refused by field before any record is looked at', () => {
    const problems = changeProblems(coupons, {
      code: { set: 'SAME' },
      status: { set: 'lost' },
      percent: { add: [1] },
      eventIds: { add: [] },
      channels: { set: ['web'], add: ['app'] },
      name: {},
      notes: { set: null },
      ['toString']: { set: 1 },
    })
    expect(Object.keys(problems).sort()).toEqual([
      'channels',
      'code',
      'eventIds',
      'name',
      'percent',
      'status',
      'toString',
    ])
    for (const sentence of Object.values(problems)) expect(sentence).toMatch(/^[A-Z].*\.$/)
  })

  it('adds what is not there, removes what is, and leaves the order of the rest', () => {
    const record = { eventIds: [5, 3, 9], emailDomains: ['a.example', 'b.example'] }
    expect(
      inputFor(
        coupons,
        { eventIds: { add: [3, 7, 7], remove: [5] }, emailDomains: { remove: ['c.example', 'b.example'] } },
        record,
      ),
    ).toEqual({ eventIds: [3, 9, 7], emailDomains: ['a.example'] })
    expect(inputFor(coupons, { notes: { set: null } }, record)).toEqual({ notes: null })
  })
})

describe('the pace of batches', () => {
  it('follows what the last one took, growing gently and shrinking at once', () => {
    expect(paceAfter('embedded', 20, 10)).toBe(40)
    expect(paceAfter('embedded', 100, 160)).toBe(50)
    expect(paceAfter('embedded', 250, 1)).toBe(250)
    expect(paceAfter('postgres', 600, 1)).toBe(1_000)
    expect(paceAfter('postgres', 1_000, 500)).toBe(500)
    expect(paceAfter('embedded', 10, 5_000)).toBe(10)
  })
})

describe('a preview in parts', () => {
  it('adds up, and keeps a few records of each reason', () => {
    const names = (from: number, count: number) =>
      Array.from({ length: count }, (_, n) => ({ id: from + n, title: `C${from + n}` }))
    const leftAlone = { uses: [], links: 3, hasMoreLinks: false, hasOtherUses: false, hasOtherLinks: false }
    const first = withPart(null, {
      leftAlone,
      note: 'Said once.',
      examples: [],
      total: 30,
      next: 10,
      changed: 4,
      unchanged: 0,
      refused: [
        { reason: 'Over.', count: 4, records: names(1, 4) },
        { reason: 'Gone.', count: 2, records: names(20, 2) },
      ],
    })
    expect(first).toMatchObject({ checked: 10, isDone: false })
    const both = withPart(first, {
      leftAlone: null,
      note: null,
      examples: [],
      total: 30,
      next: null,
      changed: 1,
      unchanged: 2,
      refused: [{ reason: 'Gone.', count: 17, records: names(30, 5) }],
    })
    expect(both).toMatchObject({ leftAlone, note: 'Said once.', checked: 30, isDone: true, changed: 5, unchanged: 2 })
    expect(both.refused.map(({ reason, count, records }) => [reason, count, records.length])).toEqual([
      ['Gone.', 19, 5],
      ['Over.', 4, 4],
    ])
  })
})
