import { describe, expect, it } from 'vitest'
import { date, integer, select, text } from '../resource/fields.ts'
import { defineResource } from '../resource/resource.ts'
import { isModified, readView, viewText } from './saved-views.ts'

const gadgets = defineResource('gadgets', {
  label: ['Gadget', 'Gadgets'],
  access: 'products',
  operations: ['list'],
  title: 'code',
  fields: {
    code: text({ required: true }),
    state: select(['on', 'off']),
    size: integer(),
    notes: text(),
    soldOn: date(),
  },
  list: {
    columns: ['code', 'state', 'size'],
    filters: ['state', 'size', 'soldOn'],
    search: ['code'],
    sort: '-createdAt',
  },
})
const filter = (value: object) => JSON.stringify(value)
const saved = viewText({
  q: 'blue',
  filter: filter({ state: ['on'], size: { gte: 1, lt: 9 } }),
  sort: 'code',
  size: '100',
  columns: 'code,size',
})
const paramsOf = (query: string) => Object.fromEntries(new URLSearchParams(query))
const address = paramsOf(saved)

describe('a view is modified', () => {
  const differs = (change: object) => isModified(gadgets, address, { ...address, ...change })

  it('not by what it is opened with, nor by the page or the name of the view', () => {
    expect(differs({})).toBe(false)
    expect(differs({ page: '3', view: '12' })).toBe(false)
  })

  it('not by the order in which conditions were added, nor by saying what the list does by itself', () => {
    expect(differs({ filter: filter({ size: { lt: 9, gte: 1 }, state: ['on'] }) })).toBe(false)
    expect(
      isModified(gadgets, { q: 'blue' }, { q: ' blue ', sort: '-createdAt', size: '50', filter: '{}', columns: '' }),
    ).toBe(false)
  })

  it.each([
    { q: 'red' },
    { q: undefined },
    { filter: undefined },
    { filter: filter({ state: ['on'] }) },
    { filter: filter({ state: ['on', 'off'], size: { gte: 1, lt: 9 } }) },
    { sort: '-code' },
    { sort: undefined },
    { size: '25' },
    { size: undefined },
    { columns: 'size,code' },
    { columns: 'code,size,notes' },
    { columns: undefined },
  ])('by %j', (change) => {
    expect(differs(change)).toBe(true)
  })

  it('not by what neither the view nor the address can mean', () => {
    expect(
      isModified(gadgets, { q: 'blue', filter: 'nonsense' }, { q: 'blue', filter: '[1]', size: '7', sort: 'colour' }),
    ).toBe(false)
  })
})

describe('what a view says of a list that has changed', () => {
  it('is left out by itself, and named', () => {
    const { params, lost } = readView(gadgets, {
      filter: filter({ colour: 'red', state: ['on'] }),
      sort: '-weight',
      columns: 'code,colour,depth',
    })
    expect(params).toEqual({ filter: '{"state":["on"]}', columns: 'code' })
    expect(lost).toEqual(['colour', 'weight', 'depth'])
  })

  it('is left out where the list knows the field and not what is asked of it', () => {
    const { params, lost } = readView(gadgets, {
      filter: filter({ state: { near: 'on' }, soldOn: { during: 'someday' }, size: [1] }),
    })
    expect(params).toEqual({ filter: '{"size":[1]}' })
    expect(lost).toEqual(['state', 'soldOn'])
  })

  it('is not a period, which stays one', () => {
    const relative = filter({ soldOn: { during: 'next14Days', zone: 'Asia/Tokyo' } })
    expect(readView(gadgets, { filter: relative })).toEqual({ params: { filter: relative }, lost: [] })
  })

  it('is nothing where everything is still there', () => {
    expect(readView(gadgets, address)).toEqual({
      params: { ...address, filter: '{"size":{"gte":1,"lt":9},"state":["on"]}' },
      lost: [],
    })
  })
})
