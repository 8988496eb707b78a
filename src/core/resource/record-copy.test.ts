import { expect, it } from 'vitest'
import { select, text } from './fields.ts'
import { copyOf } from './record-copy.ts'
import { defineResource } from './resource.ts'

const badges = defineResource('badges', {
  label: ['Badge', 'Badges'],
  access: 'places',
  operations: ['list', 'read', 'create'],
  title: 'code',
  fields: {
    code: text({ required: true, unique: true }),
    name: text(),
    email: text({ format: 'email', personal: true }),
    uses: text({ readOnly: true }),
    state: select(['new', 'old'], { required: true, initial: 'new' }),
  },
  list: { columns: ['code'], filters: [], search: [], sort: 'code' },
})
const source = { id: 1, version: 3, code: 'A1', name: 'First', email: 'a•••@example.com', uses: '7', state: 'old' }

it('a copy leaves out what no two records share, what is masked, what the server writes, and what begins again', () => {
  expect(copyOf(badges, source)).toEqual({ code: null, name: 'First', email: null, state: 'old' })
  expect(copyOf(badges, source, ['state'])).toMatchObject({ state: 'new' })
  expect(copyOf(badges, { ...source, email: 'ana@example.com' })).toMatchObject({ email: 'ana@example.com' })
})

it('what has been deleted can be created again with its own code', () => {
  expect(copyOf(badges, source, ['state'], true)).toEqual({ code: 'A1', name: 'First', email: null, state: 'new' })
})
