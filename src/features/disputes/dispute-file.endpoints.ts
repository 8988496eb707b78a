import * as z from 'zod/mini'
import { defineEndpoint } from '../../core/http/endpoint.ts'
import { idText } from '../../core/http/path-params.ts'
import { t } from '../../core/i18n/language.ts'
import { evidenceTypes, maxEvidenceBytes, maxEvidenceMegabytes } from './evidence-files.ts'

const tag = 'Disputes'
const path = '/rest/data/disputes/:id/files/:field'
const params = z.object({
  id: idText,
  field: z.string().register(z.globalRegistry, { description: 'Stripe’s name of the field, such as `receipt`' }),
})
const tooLarge = () => t('All files of a dispute can have {n} MB together.', { n: maxEvidenceMegabytes })
const longestBase64 = Math.ceil(maxEvidenceBytes / 3) * 4

export const addDisputeFile = defineEndpoint(`PUT ${path}`, {
  summary: 'Add or replace a file of the evidence of a dispute: PDF, JPEG or PNG',
  access: ['purchases', 'write'],
  tag,
  params,
  bodyLimit: longestBase64 + 4_096,
  input: z.strictObject({
    fileName: z
      .string({ error: () => t('Enter a file name.') })
      .check(z.trim(), z.minLength(1, { error: () => t('Enter a file name.') })),
    /** Base64. */
    data: z
      .string({ error: () => t('Send the bytes as base64.') })
      .check(z.minLength(1, { error: () => t('The file is empty.') }), z.maxLength(longestBase64, { error: tooLarge })),
  }),
  output: z.object({ id: z.int(), bytes: z.int() }),
})

export const removeDisputeFile = defineEndpoint(`DELETE ${path}`, {
  summary: 'Remove a file from the evidence of a dispute',
  access: ['purchases', 'write'],
  tag,
  params,
  output: z.object({ id: z.int() }),
})

export const readDisputeFile = defineEndpoint(`GET ${path}`, {
  summary: 'Download a file of the evidence of a dispute',
  access: ['purchases', 'ui'],
  tag,
  params,
  output: z.string(),
  produces: evidenceTypes,
})
