import * as z from 'zod/mini'
import { defineEndpoint } from '../../core/http/endpoint.ts'
import { idParams } from '../../core/http/path-params.ts'
import { t } from '../../core/i18n/language.ts'
import { fileFieldNames } from './evidence-files.ts'
import { longestEvidence, writtenFields } from './dispute-states.ts'

const written = z
  .array(
    z.strictObject({
      field: z.enum(writtenFields, { error: () => t('Choose a field of the evidence.') }),
      text: z
        .string()
        .check(
          z.maxLength(longestEvidence, { error: () => t('Use at most {max} characters.', { max: longestEvidence }) }),
        ),
    }),
  )
  .check(z.maxLength(writtenFields.length, { error: () => t('List each field once.') }))
  .register(z.globalRegistry, {
    id: 'DisputeEvidence',
    description: 'Texts for the bank, by the names of Stripe’s fields.',
  })
export type WrittenEvidence = z.output<typeof written>

const details = z.object({
  id: z.int(),
  version: z.int(),
  /** What is sent unless it is changed: our texts, and what the record says where there are none. */
  evidence: z.array(
    z.object({
      field: z.enum(writtenFields),
      text: z.string(),
      /** What the record says. */
      suggestion: z.string(),
    }),
  ),
  /** Downloaded and changed by their fields. */
  files: z.array(
    z.object({
      field: z.enum(fileFieldNames),
      name: z.string(),
      bytes: z.int(),
      by: z.nullable(z.string()),
      at: z.string(),
    }),
  ),
  customerEmail: z.string(),
  payment: z.object({
    id: z.int(),
    provider: z.string(),
    method: z.string(),
    cardBrand: z.nullable(z.string()),
    cardLast4: z.nullable(z.string()),
    captured: z.int(),
    /** Of this payment, that arrived. */
    refunded: z.int(),
  }),
  /** What other orders lost by it, each with a dispute of its own. It counts as reinstated here. */
  lostElsewhere: z.int(),
  answers: z.array(
    z.object({
      id: z.int(),
      kind: z.enum(['evidence', 'accept']),
      state: z.enum(['approved', 'sending', 'done', 'failed']),
      failure: z.nullable(z.string()),
      by: z.nullable(z.string()),
      at: z.string(),
    }),
  ),
  /** Why each cannot be done now; null where it can. */
  blocked: z.object({ submit: z.nullable(z.string()), accept: z.nullable(z.string()) }),
})
export type DisputeDetails = z.output<typeof details>

const tag = 'Disputes'

export const readDisputeDetails = defineEndpoint('GET /rest/data/disputes/:id/details', {
  summary: 'Read the evidence of a dispute, its payment and what was answered',
  access: ['purchases', 'ui'],
  tag,
  params: idParams,
  output: details,
})

export const saveDisputeEvidence = defineEndpoint('POST /rest/data/disputes/:id/evidence', {
  summary: 'Save the evidence of a dispute without sending it',
  access: ['purchases', 'write'],
  tag,
  params: idParams,
  input: z.strictObject({
    version: z.int({ error: () => t('Send the version that you opened.') }),
    evidence: written,
  }),
  output: z.object({ id: z.int(), version: z.int() }),
})

const preview = z.object({ effects: z.array(z.string()), token: z.string() }).register(z.globalRegistry, {
  id: 'DisputePreview',
  description: 'What an answer would do. Send the token to give it.',
})
const answered = z.object({ message: z.string() }).register(z.globalRegistry, { id: 'DisputeAnswered' })
const token = z.string({ error: () => t('Send the token of the preview.') })
const confirmed = { tag, params: idParams, idempotencyKey: 'required', asksProof: true, output: answered } as const

export const previewSubmit = defineEndpoint('POST /rest/data/disputes/:id/submit/preview', {
  summary: 'Preview sending the evidence of a dispute',
  access: ['purchases', 'write'],
  tag,
  params: idParams,
  input: z.strictObject({ evidence: written }),
  output: preview,
})
export const submitEvidence = defineEndpoint('POST /rest/data/disputes/:id/submit', {
  ...confirmed,
  summary: 'Send the evidence of a dispute to the bank',
  access: ['purchases', 'write'],
  input: z.strictObject({ evidence: written, token }),
})
export const previewAccept = defineEndpoint('POST /rest/data/disputes/:id/accept/preview', {
  summary: 'Preview accepting a dispute',
  access: ['purchases', 'refund'],
  tag,
  params: idParams,
  input: z.strictObject({}),
  output: preview,
})
export const acceptDispute = defineEndpoint('POST /rest/data/disputes/:id/accept', {
  ...confirmed,
  summary: 'Accept a dispute: the customer keeps the money',
  access: ['purchases', 'refund'],
  input: z.strictObject({ token }),
})
