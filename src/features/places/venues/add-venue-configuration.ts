import * as z from 'zod/mini'
import { defineEndpoint } from '../../../core/http/endpoint.ts'
import { idParams } from '../../../core/http/path-params.ts'
import { fieldSchema } from '../../../core/resource/value-schemas.ts'
import { venueConfigurations, venueLayouts } from './venue-configurations.ts'

const { name, capacity } = venueConfigurations.fields

export const addVenueConfiguration = defineEndpoint('POST /rest/data/venues/:id/configurations', {
  summary: 'Add a way in which a venue can be set up',
  access: ['places', 'write'],
  params: idParams,
  input: z.strictObject({
    name: fieldSchema('name', name) as z.ZodMiniType<string>,
    layout: z.enum(venueLayouts),
    capacity: fieldSchema('capacity', capacity) as z.ZodMiniType<number>,
  }),
  output: z.object({ id: z.int() }),
  status: 201,
  tag: 'Venue configurations',
})
