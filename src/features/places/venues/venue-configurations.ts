import { defineResource } from '../../../core/resource/resource.ts'
import { boolean, instant, integer, ref, select, text } from '../../../core/resource/fields.ts'
import { nameOf } from '../../../core/resource/resource-name.ts'
import type { venues } from './venues.ts'
import type { cities } from '../geo/cities.ts'

export const venueLayouts = [
  'end_stage',
  'in_the_round',
  'football',
  'arena',
  'theatre',
  'gallery',
  'general_admission',
] as const
export type VenueLayout = (typeof venueLayouts)[number]

/**
 * One way a venue is set up. Every performance uses exactly one, because sections differ between them. A new one is made
 * at its venue, by a command of that.
 */
export const venueConfigurations = defineResource('venue-configurations', {
  label: ['Venue configuration', 'Venue configurations'],
  access: 'places',
  operations: ['list', 'read', 'update'],
  title: 'name',
  fields: {
    venueId: ref(nameOf<typeof venues>('venues'), { required: true, readOnly: true }),
    name: text({ required: true, max: 120 }),
    layout: select(venueLayouts, {
      required: true,
      labels: {
        end_stage: 'End stage',
        in_the_round: 'In the round',
        football: 'Football',
        arena: 'Arena',
        theatre: 'Theatre',
        gallery: 'Gallery',
        general_admission: 'General admission',
      },
    }),
    capacity: integer({ required: true, min: 1, max: 500_000 }),
    cityId: ref(nameOf<typeof cities>('cities'), { required: true, derived: true }),
    hasMap: boolean({
      readOnly: true,
      label: 'Own map',
      help: 'Outlines of an SVG file; without one the map is drawn from the manifest',
    }),
    manifestAt: instant({ readOnly: true, label: 'Manifest published' }),
    sectionCount: integer({ derived: true, required: true, label: 'Sections' }),
  },
  list: {
    columns: ['name', 'venueId', 'layout', 'capacity', 'sectionCount', 'hasMap', 'manifestAt'],
    filters: ['venueId', 'layout', 'hasMap'],
    search: ['name'],
    sort: 'name',
  },
  form: { main: [{ title: 'Configuration', fields: ['name', 'layout', 'capacity'] }] },
  summary: 'How a venue can be set up.',
})
