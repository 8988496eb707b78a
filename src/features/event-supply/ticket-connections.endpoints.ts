import * as z from 'zod/mini'
import { defineEndpoint } from '../../core/http/endpoint.ts'
import { connectionFacts, connectionInput } from '../supply/importing/import.endpoints.ts'
import { providerParams } from '../providers/provider-params.ts'

const tag = 'Event providers'
const params = providerParams

const connection = z
  .object({
    ...connectionFacts,
    code: z.string(),
    name: z.string(),
    /** It is among our providers. */
    isProvider: z.boolean(),
    /** What of its adapter is assumed. */
    assumption: z.nullable(z.string()),
    /** The values that it needs besides its address. */
    needs: z.array(z.object({ key: z.string(), label: z.string(), isSecret: z.boolean() })),
  })
  .register(z.globalRegistry, { id: 'TicketConnection' })
export type TicketConnection = z.output<typeof connection>

export const listTicketConnections = defineEndpoint('GET /rest/data/event-provider-connections', {
  summary: 'Connections of ticket providers',
  access: ['providers', 'ui'],
  tag,
  output: z.array(connection),
})

export const saveTicketConnection = defineEndpoint('PUT /rest/data/event-provider-connections/:code', {
  summary: 'Change a provider’s connection; secrets are never shown again',
  access: ['providers', 'write'],
  asksProof: true,
  tag,
  params,
  input: connectionInput,
  output: connection,
})
