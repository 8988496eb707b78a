import { defineResource } from '../../kit/resource.ts'
import { text } from '../../kit/fields.ts'

/** The seven continents by their two-letter codes. Part of the schema: nobody founds an eighth. */
export const continents = defineResource('continents', {
  label: ['Continent', 'Continents'],
  access: 'places',
  operations: ['list', 'read'],
  title: 'name',
  fields: {
    code: text({ required: true, unique: true, min: 2, max: 2, case: 'upper' }),
    name: text({ required: true, max: 80 }),
  },
  list: { columns: ['code', 'name'], filters: ['code'], search: ['name', 'code'], sort: 'name' },
  summary: 'The continents that countries belong to.',
})
