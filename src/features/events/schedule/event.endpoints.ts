import * as z from 'zod/mini'
import { defineEndpoint } from '../../../core/http/endpoint.ts'
import { t } from '../../../core/i18n/language.ts'
import { reasonText } from '../../../core/access/reason.ts'
import { idParams } from '../../../core/http/path-params.ts'
import { cancelOrPostponeResults } from '../notices/schedule.endpoints.ts'

const becomes = { error: () => t('Choose cancelled or postponed.') }

export const countAffectedOfEvent = defineEndpoint('GET /rest/data/events/:id/affected', {
  summary:
    'Count what calling off a whole event would affect: its performances to come, those of them that are sold, and their purchases',
  access: ['events', 'ui'],
  also: [['performances', 'ui']],
  tag: 'Events',
  params: idParams,
  output: z.object({ performances: z.int(), sold: z.int(), purchases: z.int() }),
})

export const cancelOrPostponeEvent = defineEndpoint('POST /rest/data/events/:id/call-off', {
  summary: 'Cancel an event with its upcoming performances, or postpone them; with purchases it needs a reason',
  access: ['events', 'write'],
  also: [['performances', 'write']],
  tag: 'Events',
  params: idParams,
  output: cancelOrPostponeResults,
  input: z.strictObject({ becomes: z.enum(['cancelled', 'postponed'], becomes), reason: z.optional(reasonText) }),
})
