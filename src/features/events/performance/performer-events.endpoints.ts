import * as z from 'zod/mini'
import { idParams } from '../../../core/http/path-params.ts'
import { defineEndpoint } from '../../../core/http/endpoint.ts'
import { performanceStatuses } from './performances.ts'

const engagement = z.object({
  performanceId: z.int(),
  eventId: z.int(),
  eventName: z.string(),
  localDate: z.string(),
  localTime: z.nullable(z.string()),
  isDateTbd: z.boolean(),
  status: z.enum(performanceStatuses),
  venue: z.string(),
  city: z.string(),
})
export type Engagement = z.output<typeof engagement>

export const readEngagements = defineEndpoint('GET /rest/data/performers/:id/engagements', {
  summary: 'Read where a performer can be seen next, and how many performances are over',
  access: ['performers', 'ui'],
  also: [
    ['events', 'ui'],
    ['performances', 'ui'],
  ],
  tag: 'Performers',
  params: idParams,
  output: z.object({ next: z.array(engagement), upcoming: z.int(), past: z.int() }),
})
