import * as z from 'zod/mini'
import { defineEndpoint } from '../../../core/http/endpoint.ts'
import { idText } from '../../../core/http/path-params.ts'

const tag = 'Event providers'
const params = z.object({ code: z.string(), id: idText })

const call = z
  .object({
    id: z.int(),
    at: z.string(),
    method: z.string(),
    url: z.string(),
    status: z.nullable(z.int()),
    /** Why there is no answer. */
    problem: z.nullable(z.string()),
    milliseconds: z.int(),
    /** Masked, as the log has them: the beginning of a long one. */
    request: z.nullable(z.string()),
    answer: z.nullable(z.string()),
    /** Why it can't be sent again; null: it can. */
    refusal: z.nullable(z.string()),
  })
  .register(z.globalRegistry, { id: 'ProviderCall' })
export type ProviderCall = z.output<typeof call>
/** A call as a list has it. */
export type CallLine = Pick<ProviderCall, 'id' | 'at' | 'method' | 'url' | 'status' | 'problem' | 'milliseconds'>

export const readProviderCall = defineEndpoint('GET /rest/data/event-providers/:code/calls/:id', {
  summary: 'Read a logged call to a provider, secrets masked',
  access: ['providers', 'ui'],
  tag,
  params,
  output: call,
})

export const sendCallAgain = defineEndpoint('POST /rest/data/event-providers/:code/calls/:id/send-again', {
  summary: 'Send a logged read again, with today’s keys; answers the new call',
  access: ['providers', 'write'],
  tag,
  params,
  output: call,
})
