import { expect, it } from 'vitest'
import { integer, text } from '../../core/resource/fields.ts'
import { defineResource } from '../../core/resource/resource.ts'
import { rebasedOn } from './draft-state.web.ts'

const people = defineResource('people', {
  label: ['Person', 'People'],
  access: 'places',
  operations: ['list', 'read', 'update'],
  title: 'name',
  fields: {
    name: text({ required: true }),
    town: text(),
    rooms: integer(),
    email: text({ format: 'email', personal: true }),
  },
  list: { columns: ['name'], filters: [], search: [], sort: 'name' },
})
const base = { name: 'Ana', town: 'Rome', rooms: 2, email: 'ana@example.com' }
const record = (values: object) => ({ id: 1, version: 2, ...base, email: 'a•••@example.com', ...values })

it('keeps what was typed, accepts what only they changed, and finds where both did', () => {
  const { draft, conflicts, taken } = rebasedOn(
    people,
    base,
    { ...base, name: 'Anna', rooms: 3 },
    record({ name: 'Anne', town: 'Oslo' }),
  )
  expect(draft).toEqual({ name: 'Anna', town: 'Oslo', rooms: 3, email: 'ana@example.com' })
  expect(conflicts).toEqual([{ key: 'name', theirs: 'Anne', mine: 'Anna' }])
  expect(taken).toEqual([{ key: 'town', before: 'Rome', after: 'Oslo' }])
})

it('the same change by both is none to choose between', () => {
  expect(rebasedOn(people, base, { ...base, town: 'Oslo' }, record({ town: 'Oslo' }))).toMatchObject({
    conflicts: [],
    taken: [],
  })
})

it('what was shown for a reason is not taken for changed because it comes back masked', () => {
  const { draft, taken } = rebasedOn(people, base, { ...base, rooms: 3 }, record({}))
  expect([draft['email'], taken]).toEqual(['ana@example.com', []])
  expect(rebasedOn(people, base, base, record({ email: 'x•••@example.org' })).taken).toMatchObject([
    { key: 'email', after: 'x•••@example.org' },
  ])
})
