import * as z from 'zod/mini'
import { defineEndpoint } from '../../kit/endpoint.ts'
import { t } from '../../kit/language.ts'
import { reasonText } from '../../kit/reason.ts'
import { callOffResults } from './schedule-calls.ts'

const params = z.object({ id: z.string() })
const becomes = { error: () => t('Say cancelled or postponed.') }

export const countAffectedOfEvent = defineEndpoint('GET /rest/data/events/:id/affected', {
  summary: 'Count what calling off a whole event would affect: its performances to come, those of them that are sold, and their purchases',
  access: ['events', 'ui'], also: [['performances', 'ui']], tag: 'Events', params,
  output: z.object({ performances: z.int(), sold: z.int(), purchases: z.int() }),
})

export const callOffEvent = defineEndpoint('POST /rest/data/events/:id/call-off', {
  summary: 'Cancel an event with its performances to come, or postpone all of them to days that are still to be decided; where there are purchases it needs a reason',
  access: ['events', 'write'], also: [['performances', 'write']], tag: 'Events', params, output: callOffResults,
  input: z.strictObject({ becomes: z.enum(['cancelled', 'postponed'], becomes), reason: z.optional(reasonText) }),
})
