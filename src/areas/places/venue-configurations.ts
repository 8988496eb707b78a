import { defineResource } from '../../kit/resource.ts'
import { integer, ref, select, text } from '../../kit/fields.ts'

export const venueLayouts = [
  'end_stage', 'in_the_round', 'football', 'arena', 'theatre', 'gallery', 'general_admission',
] as const

/** One way a venue is set up. Every performance uses exactly one, because sections differ between them. */
export const venueConfigurations = defineResource('venue-configurations', {
  label: ['Venue configuration', 'Venue configurations'],
  access: 'places',
  operations: ['list', 'read'],
  title: 'name',
  fields: {
    venueId: ref('venues', { required: true }),
    name: text({ required: true, max: 120 }),
    layout: select(venueLayouts, {
      required: true,
      labels: {
        end_stage: 'End stage', in_the_round: 'In the round', football: 'Football', arena: 'Arena',
        theatre: 'Theatre',
        gallery: 'Gallery', general_admission: 'General admission',
      },
    }),
    capacity: integer({ required: true, min: 1, max: 500_000 }),
  },
  list: {
    columns: ['name', 'venueId', 'layout', 'capacity'], filters: ['venueId', 'layout'], search: ['name'],
    sort: 'name',
  },
  summary: 'How a venue can be set up.',
})
