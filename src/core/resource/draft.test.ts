import { describe, expect, it } from 'vitest'
import { checkDraft, parseDraft, problemsOf } from './draft.ts'
import { Refusal } from '../errors/errors.ts'
import { boolean, choices, date, instant, integer, ref, refs, rows, text } from './fields.ts'
import { defineResource } from './resource.ts'
import { nameOf } from './resource-name.ts'

const kites = defineResource('kites', {
  label: ['Kite', 'Kites'],
  access: 'tags',
  operations: ['list', 'read', 'create', 'update'],
  title: 'name',
  fields: {
    name: text({ required: true, max: 20 }),
    tails: integer({ required: true, min: 0, initial: 2 }),
    isOnLoan: boolean(),
    makerId: ref(nameOf('makers')),
    pilotIds: refs(nameOf('pilots')),
    winds: choices(['light', 'strong']),
    lines: rows({ length: integer({ required: true }), colour: text() }),
    flownOn: date(),
    soldOn: date(),
    checkedAt: instant({ readOnly: true }),
    flights: integer({ required: true, readOnly: 'moving', initial: 0 }),
    age: integer({ derived: true }),
  },
  list: { columns: ['name'], filters: [], search: ['name'], sort: 'name' },
  *check({ flownOn, soldOn, tails, isOnLoan }) {
    if (flownOn !== null && soldOn !== null && soldOn < flownOn)
      yield { field: 'soldOn', message: 'It was flown after that.' }
    if (isOnLoan && soldOn !== null) yield { field: 'soldOn', message: 'A kite that is on loan cannot be sold.' }
    if (isOnLoan && tails === 0) yield { field: 'tails', message: 'Lend only kites with tails.' }
  },
})

const current = {
  id: 7,
  version: 3,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-02T00:00:00.000Z',
  name: 'Delta',
  tails: 2,
  isOnLoan: false,
  makerId: 4,
  maker: { id: 4, title: 'Ada' },
  pilotIds: [5],
  winds: [],
  lines: [],
  flownOn: null,
  soldOn: null,
  checkedAt: '2026-01-03T00:00:00.000Z',
  flights: 12,
  age: 9,
}

function refusalOf(work: () => unknown): Refusal {
  try {
    work()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  throw new Error('It was not refused.')
}

describe('what a client sent for a new record', () => {
  it('is cleaned and filled in', () => {
    expect(parseDraft(kites, { name: '  Delta ', lines: [{ length: 5, colour: '' }] }, null)).toEqual({
      name: 'Delta',
      tails: 2,
      isOnLoan: false,
      makerId: null,
      pilotIds: [],
      winds: [],
      lines: [{ length: 5, colour: null }],
      flownOn: null,
      soldOn: null,
    })
  })

  it('has each reference and each choice once, in the order sent', () => {
    const sent = { pilotIds: [9, 5, 9], winds: ['strong', 'strong'], lines: [{ length: 5 }, { length: 5 }] }
    const cleaned = { pilotIds: [9, 5], winds: ['strong'], lines: [5, 5].map((length) => ({ length, colour: null })) }
    expect(parseDraft(kites, { name: 'Delta', ...sent }, null)).toMatchObject(cleaned)
    expect(parseDraft(kites, sent, current)).toEqual(cleaned)
  })

  it('is refused with a sentence for every field that needs another look', () => {
    const refusal = refusalOf(() =>
      parseDraft(kites, { tails: -1, makerId: 'Ada', colour: 'red', age: 3, id: 1 }, null),
    )
    expect([refusal.status, refusal.code, refusal.message]).toEqual([
      422,
      'InvalidInput',
      '6 fields need another look.',
    ])
    expect(refusal.fields).toEqual({
      name: 'Name is required.',
      tails: 'Tails must be between 0 and 2147483647.',
      makerId: 'Maker must be a whole number.',
      colour: 'Kites have no colour.',
      age: 'age cannot be set.',
      id: 'id cannot be set.',
    })
  })

  it('is refused with the one sentence where there is only one', () => {
    expect(refusalOf(() => parseDraft(kites, {}, null)).message).toBe('Name is required.')
  })

  it.each([null, undefined, [], 'x', 5])('is refused as a whole where it is no object: %j', (input) => {
    const { status, message, fields } = refusalOf(() => parseDraft(kites, input, null))
    expect([status, message, fields]).toEqual([422, 'Send the kite as a JSON object.', undefined])
  })

  it.each(['toString', 'constructor', 'hasOwnProperty', 'valueOf'])('has no field called %s', (key) => {
    expect(refusalOf(() => parseDraft(kites, { name: 'Delta', [key]: 1 }, null)).fields).toEqual({
      [key]: `Kites have no ${key}.`,
    })
  })
})

describe('what a client sent for a record that exists', () => {
  it('is only what was sent', () => {
    expect(parseDraft(kites, { tails: 5 }, current)).toEqual({ tails: 5 })
    expect(parseDraft(kites, {}, current)).toEqual({})
  })

  it('can be the whole record as it was read, whatever the order of its keys', () => {
    const {
      id: _,
      version: _v,
      createdAt: _c,
      updatedAt: _u,
      maker: _m,
      checkedAt: _a,
      age: _g,
      flights: _f,
      ...own
    } = current
    expect(parseDraft(kites, { ...current, maker: { title: 'Ada', id: 4 } }, current)).toEqual(own)
  })

  it('can say what was read of the stored version and has moved since, but of no other', () => {
    const read = { version: 3, age: 8, flights: 11, maker: { id: 4, title: 'Ada, once' }, tails: 5 }
    expect(parseDraft(kites, read, current)).toEqual({ tails: 5 })
    for (const version of [2, undefined])
      expect(Object.keys(refusalOf(() => parseDraft(kites, { ...read, version }, current)).fields ?? {})).toEqual([
        'version',
        'age',
        'flights',
        'maker',
      ])
    for (const [key, value] of [
      ['id', 8],
      ['createdAt', '2026-01-01T00:00:01.000Z'],
      ['checkedAt', null],
      ['maker', { id: 5, title: 'Ada' }],
    ] as const)
      expect(
        Object.keys(refusalOf(() => parseDraft(kites, { version: 3, [key]: value }, current)).fields ?? {}),
      ).toEqual([key])
  })

  it('can write the same moment with another offset', () => {
    expect(parseDraft(kites, { checkedAt: '2026-01-03T02:00:00+02:00' }, current)).toEqual({})
    expect(refusalOf(() => parseDraft(kites, { checkedAt: '2026-01-03T02:00:01+02:00' }, current)).fields).toEqual({
      checkedAt: 'checkedAt cannot be set.',
    })
  })

  it.each([
    ['id', 8],
    ['version', 4],
    ['age', 10],
    ['maker', { id: 4, title: 'Bob' }],
    ['maker', null],
    ['checkedAt', null],
  ])('is refused where %s is another', (key, value) => {
    expect(refusalOf(() => parseDraft(kites, { [key]: value }, current)).fields).toEqual({
      [key]: `${key} cannot be set.`,
    })
  })
})

describe('the rules between fields', () => {
  const draft = { ...current, isOnLoan: true, soldOn: '2026-02-01', flownOn: '2026-03-01', tails: 0 }
  it('say one thing about a field, the first that was found', () => {
    expect(problemsOf(kites, draft)).toEqual({
      soldOn: 'It was flown after that.',
      tails: 'Lend only kites with tails.',
    })
    expect(refusalOf(() => checkDraft(kites, draft)).fields).toEqual(problemsOf(kites, draft))
  })
  it('say nothing where all is well', () => {
    expect(problemsOf(kites, current)).toEqual({})
    expect(() => checkDraft(kites, current)).not.toThrow()
  })
})
