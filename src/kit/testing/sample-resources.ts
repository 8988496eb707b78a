import {
  boolean, choices, date, decimal, instant, integer, longText, money, percent, ref, refs, rows, select, text, time, words,
} from '../fields.ts'
import { defineResource } from '../resource.ts'

/** A plain resource for others to point at. */
export const makers = defineResource('makers', {
  label: ['Maker', 'Makers'],
  access: 'tags',
  operations: ['list', 'read', 'create', 'update', 'delete'],
  title: 'name',
  fields: { name: text({ required: true, max: 80 }) },
  list: { columns: ['name'], filters: [], search: ['name'], sort: 'name' },
})

/** Cities of the samples' own: what is in one is reached by grants that are limited to cities. */
export const sampleCities = defineResource('cities', {
  label: ['City', 'Cities'],
  access: 'places',
  table: 'sample_cities',
  operations: ['list', 'read', 'create', 'update'],
  title: 'name',
  fields: { name: text({ required: true, max: 80 }) },
  list: { columns: ['name'], filters: [], search: ['name'], sort: 'name' },
})

/** Something that stands in a city, with an address of a person. */
export const stalls = defineResource('stalls', {
  label: ['Stall', 'Stalls'],
  access: 'places',
  operations: ['list', 'read', 'create', 'update', 'delete'],
  title: 'name',
  fields: { name: text({ required: true, max: 80 }), cityId: ref('cities'), email: text({ format: 'email', case: 'lower', max: 120, personal: true }) },
  list: { columns: ['name', 'cityId'], filters: [], search: ['name'], sort: 'name' },
})

const sizes = ['small', 'medium', 'large'] as const

/** A field of every kind, with and without everything that a field can be told: what the kit promises is tried on it. */
export const gadgets = defineResource('gadgets', {
  label: ['Gadget', 'Gadgets'],
  access: { object: 'tags', update: 'rules' },
  operations: ['list', 'read', 'create', 'update', 'delete'],
  title: 'name',
  fields: {
    name: text({ required: true, max: 60 }),
    code: text({ required: true, unique: true, min: 4, max: 12, case: 'upper', pattern: /^[A-Z0-9-]+$/, patternHint: 'may have letters, digits and hyphens.' }),
    serial: text({ unique: true, max: 20 }),
    slug: text({ format: 'slug', max: 40 }),
    email: text({ format: 'email', case: 'lower', max: 120, personal: true }),
    website: text({ format: 'url', max: 200 }),
    phone: text({ format: 'phone' }),
    timeZone: text({ required: true, format: 'timeZone', initial: 'UTC' }),
    locale: text({ format: 'locale' }),
    notes: longText({ max: 2_000 }),
    story: longText(),
    count: integer({ required: true, min: 1, max: 500 }),
    shift: integer(),
    stock: integer({ required: true, min: 0, initial: 7 }),
    ratio: decimal({ min: -1, max: 1, scale: 3 }),
    weight: decimal({ required: true, min: 0 }),
    share: percent({ min: 1, max: 10_000 }),
    fee: percent({ required: true, initial: 250 }),
    currency: text({ required: true, format: 'currency', case: 'upper', max: 3, initial: 'EUR' }),
    price: money({ currency: 'currency', required: true, min: 0, max: 1_000_000 }),
    balance: money({ currency: 'currency' }),
    isOn: boolean(),
    isKept: boolean({ initial: true }),
    madeOn: date({ required: true }),
    soldOn: date(),
    opensAt: time(),
    closesAt: time({ required: true }),
    testedAt: instant({ zone: 'timeZone' }),
    dueAt: instant({ required: true }),
    size: select(sizes, { required: true, initial: 'medium' }),
    mood: select(['calm', 'wild']),
    fits: choices(sizes),
    tags: words({ max: 5 }),
    contacts: words({ format: 'email' }),
    makerId: ref('makers', { required: true }),
    rivalId: ref('gadgets'),
    helperIds: refs('makers', { max: 8 }),
    parts: rows({
      name: text({ required: true, max: 30 }),
      amount: money({ required: true, currency: 'currency', min: 1 }),
      currency: text({ required: true, format: 'currency' }),
      on: date(),
    }, { max: 4 }),
    stamp: text({ readOnly: true, max: 40 }),
    partCount: integer({ derived: true, required: true }),
    lastOn: date({ derived: true }),
  },
  list: {
    columns: [
      'name', 'code', 'email', 'count', 'shift', 'ratio', 'weight', 'share', 'price', 'balance', 'isOn', 'madeOn', 'soldOn', 'opensAt',
      'testedAt', 'size', 'mood', 'makerId', 'stamp', 'partCount', 'lastOn',
    ],
    filters: [
      'name', 'code', 'notes', 'count', 'shift', 'ratio', 'weight', 'share', 'price', 'balance', 'isOn', 'madeOn', 'soldOn',
      'opensAt', 'closesAt', 'testedAt', 'dueAt', 'size', 'mood', 'fits', 'tags', 'contacts', 'parts', 'partCount', 'lastOn',
    ],
    search: ['name', 'code', 'email'],
    sort: '-count',
  },
  *check(draft) {
    if (draft.soldOn !== null && draft.soldOn < draft.madeOn) yield { field: 'soldOn', message: 'It cannot be sold before it was made.' }
  },
})
