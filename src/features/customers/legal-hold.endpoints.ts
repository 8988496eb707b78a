import * as z from 'zod/mini'
import { reasonInput, reasonText } from '../../core/access/reason.ts'
import { defineEndpoint } from '../../core/http/endpoint.ts'
import { idParams } from '../../core/http/path-params.ts'
import { t } from '../../core/i18n/language.ts'

const path = '/rest/data/users/user/:id/legal-holds'
const tag = 'Customers'

const hold = z.object({
  id: z.int(),
  reason: z.string(),
  placedBy: z.string(),
  placedAt: z.string(),
  /** The last day, in UTC. */
  until: z.string(),
  isActive: z.boolean(),
  liftedBy: z.nullable(z.string()),
  liftedAt: z.nullable(z.string()),
  liftedFor: z.nullable(z.string()),
})
export type LegalHold = z.output<typeof hold>

export const listLegalHolds = defineEndpoint(`GET ${path}`, {
  summary: 'List when and why a customer was under a legal hold, the newest first',
  access: ['users', 'ui'],
  params: idParams,
  tag,
  output: z.array(hold),
})

export const placeLegalHold = defineEndpoint(`POST ${path}`, {
  summary: 'Keep a customer from being anonymised until a day',
  access: ['users', 'write'],
  params: idParams,
  tag,
  status: 201,
  input: z.strictObject({ reason: reasonText, until: z.iso.date({ error: () => t('Choose a day.') }) }),
  output: z.object({ id: z.int() }),
})

export const liftLegalHold = defineEndpoint(`POST ${path}/lift`, {
  summary: 'End the legal hold of a customer before its last day',
  access: ['users', 'write'],
  params: idParams,
  tag,
  input: reasonInput,
  output: z.object({ id: z.int() }),
})
