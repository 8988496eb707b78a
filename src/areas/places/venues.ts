import { defineResource } from '../../kit/resource.ts'
import { decimal, integer, ref, text, words } from '../../kit/fields.ts'

/** Where events take place. They arrive from providers, so the names that those use are kept beside ours. */
export const venues = defineResource('venues', {
  label: ['Venue', 'Venues'],
  access: 'places',
  operations: ['list', 'read'],
  title: 'name',
  fields: {
    name: text({ required: true, max: 160 }),
    slug: text({ required: true, unique: true, max: 160, format: 'slug' }),
    variations: words({ max: 20, label: 'Other names' }),
    cityId: ref('cities', { required: true }),
    address: text({ max: 255 }),
    latitude: decimal({ required: true, min: -90, max: 90 }),
    longitude: decimal({ required: true, min: -180, max: 180 }),
    timeZone: text({ required: true, max: 64, format: 'timeZone' }),
    capacity: integer({ required: true, min: 1, max: 500_000 }),
    website: text({ max: 500, format: 'url' }),
  },
  list: {
    columns: ['name', 'cityId', 'capacity', 'timeZone', 'address'],
    filters: ['cityId', 'timeZone', 'capacity'],
    search: ['name', 'slug'],
    sort: 'name',
  },
  summary: 'Venues with their city, coordinates, zone and capacity.',
})
