import * as z from 'zod/mini'
import { reasonText } from '../../core/access/reason.ts'
import { defineEndpoint } from '../../core/http/endpoint.ts'
import { idParams } from '../../core/http/path-params.ts'
import { t } from '../../core/i18n/language.ts'

const path = '/rest/data/users/user/:id/consents'
const tag = 'Customers'

export const consentPurposes = ['marketing_email', 'marketing_phone', 'profiling'] as const
export type ConsentPurpose = (typeof consentPurposes)[number]

const consents = z.array(
  z.object({
    id: z.int(),
    purpose: z.enum(consentPurposes),
    isGiven: z.boolean(),
    source: z.enum(['checkout', 'account', 'staff', 'import']),
    /** Which wording the customer saw. */
    textVersion: z.nullable(z.string()),
    reason: z.nullable(z.string()),
    recordedBy: z.nullable(z.string()),
    decidedAt: z.string(),
  }),
)
export type Consent = z.output<typeof consents>[number]

export const listConsents = defineEndpoint(`GET ${path}`, {
  summary: 'List what a customer agreed to and withdrew, the newest decision first',
  access: ['users', 'ui'],
  params: idParams,
  tag,
  output: consents,
})

export const recordConsent = defineEndpoint(`POST ${path}`, {
  summary: 'Record that a customer agreed to something or withdrew it',
  access: ['users', 'write'],
  params: idParams,
  tag,
  status: 201,
  input: z.strictObject({
    purpose: z.enum(consentPurposes, { error: () => t('Choose what it is for.') }),
    isGiven: z.boolean({ error: () => t('Choose whether to give it.') }),
    reason: reasonText,
  }),
  output: z.object({ id: z.int() }),
})
