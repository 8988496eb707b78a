import * as z from 'zod/mini'
import { defineEndpoint } from '../../../core/http/endpoint.ts'
import { idText } from '../../../core/http/path-params.ts'
import { loggedCall } from '../../../platform/outbound/logged-call.ts'
import { providerCode } from '../../providers/provider-params.ts'

const tag = 'Event providers'
const params = z.object({ code: providerCode, id: idText })

export const readProviderCall = defineEndpoint('GET /rest/data/event-providers/:code/calls/:id', {
  summary: 'Read a logged call to a provider, secrets masked',
  access: ['providers', 'ui'],
  tag,
  params,
  output: loggedCall,
})

export const sendCallAgain = defineEndpoint('POST /rest/data/event-providers/:code/calls/:id/send-again', {
  summary: 'Send a logged read again, with today’s keys; answers the new call',
  access: ['providers', 'write'],
  tag,
  params,
  output: loggedCall,
})
