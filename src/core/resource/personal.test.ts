import { describe, expect, it } from 'vitest'
import { longText, text } from './fields.ts'
import { auditTitleOf, isMasked, maskedKeys, maskedRecord, maskedValue, traceOf, unmaskedInput } from './personal.ts'
import { implementationsOf } from '../calls/registry.server.ts'
import { defineResource } from './resource.ts'
import { serve } from './resource.server.ts'

const people = defineResource('people', {
  label: ['Person', 'People'],
  access: 'users',
  operations: ['list', 'read', 'update'],
  title: 'name',
  fields: {
    name: text({ required: true, personal: true }),
    email: text({ format: 'email', personal: true }),
    phone: text({ format: 'phone', personal: true }),
    office: text({ format: 'email' }),
    remark: longText({ personal: true }),
  },
  list: { columns: ['name'], filters: [], search: ['name'], sort: 'name' },
})
const ana = {
  id: 7,
  name: 'Ana',
  email: 'ana@example.com',
  phone: '+34612345678',
  office: 'office@example.com',
  remark: 'Shy',
}

describe('personal data', () => {
  it.each([
    ['ana@example.com', 'a•••@example.com'],
    ['a@b.co', 'a•••@b.co'],
    ['😀na@example.com', '😀•••@example.com'],
    [null, null],
  ])('an address %s reads %s', (value, shown) => {
    expect(maskedValue(people.fields.email, value)).toBe(shown)
  })

  it.each([
    ['+34612345678', '+34•••78'],
    ['+123456', '+12•••56'],
    [null, null],
  ])('a number %s reads %s', (value, shown) => {
    expect(maskedValue(people.fields.phone, value)).toBe(shown)
  })

  it.each([
    ['192.0.2.17', '192.0.2.•••'],
    ['10.0.0.5', '10.0.0.•••'],
    ['2001:db8:5:1234::7', '2001:db8:5:•••'],
    ['2001:db8::1', '2001:db8:•••'],
    ['2001::5:6:7:8', '2001:•••'],
    ['::1', '•••'],
    ['::ffff:192.0.2.17', '•••'],
    [null, null],
  ])('an address of the internet %s reads %s: its network', (value, shown) => {
    expect(maskedValue(text({ format: 'ipAddress', personal: true }), value)).toBe(shown)
  })

  it('is masked where it is an address or a number of a person, and nowhere else', () => {
    expect(maskedKeys(people)).toEqual(['email', 'phone'])
    const masked = maskedRecord(people, ana)
    expect(masked).toEqual({ ...ana, email: 'a•••@example.com', phone: '+34•••78' })
    expect([
      isMasked(people.fields.email, masked.email),
      isMasked(people.fields.email, ana.email),
      isMasked(people.fields.office, 'x•••y'),
    ]).toEqual([true, false, false])
  })

  it('that comes back as it was shown means the stored one; anything else is a new value', () => {
    expect(unmaskedInput(people, { email: 'a•••@example.com', phone: '+34•••99', name: 'A' }, ana)).toEqual({
      email: ana.email,
      phone: '+34•••99',
      name: 'A',
    })
    for (const odd of [null, [], 'x', 5]) expect(unmaskedInput(people, odd, ana)).toBe(odd)
  })

  it('leaves no more in the audit than that it changed', () => {
    expect(traceOf(people, ana)).toEqual({
      id: 7,
      name: '•••',
      email: 'a•••@example.com',
      phone: '+34•••78',
      office: 'office@example.com',
      remark: '•••',
    })
    expect(auditTitleOf(people, ana)).toBe('Person 7')
  })

  it('cannot be filtered by: a server with such a list does not start', () => {
    const open = { ...people, list: { ...people.list, filters: ['email'] as const } }
    expect(() => implementationsOf({ servers: [serve(open)], implementations: [], timeZone: 'UTC' })).toThrow(
      'people.email is masked, so lists can’t be filtered by it.',
    )
  })
})
