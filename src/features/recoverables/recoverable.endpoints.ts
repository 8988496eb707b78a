import * as z from 'zod/mini'
import { reasonText } from '../../core/access/reason.ts'
import { defineEndpoint } from '../../core/http/endpoint.ts'
import { idParams } from '../../core/http/path-params.ts'
import { t } from '../../core/i18n/language.ts'
import { ageBands, recoverableDecisions } from './recoverable-states.ts'

const tag = 'Recoverables'
const decision = z.enum(recoverableDecisions, { error: () => t('Choose whether to settle or write off.') })

const ages = z.array(z.object({ currency: z.string(), band: z.enum(ageBands), amount: z.int(), claims: z.int() }))
export type RecoverableAges = z.output<typeof ages>

export const readRecoverableAges = defineEndpoint('GET /rest/data/recoverables/ages', {
  summary: 'Read what is open by age and currency, as the ledger has it',
  access: ['purchases', 'ui'],
  tag,
  output: ages,
})

export const previewRecoverable = defineEndpoint('POST /rest/data/recoverables/:id/preview', {
  summary: 'Preview settling or writing off a recoverable',
  access: ['purchases', 'refund'],
  tag,
  params: idParams,
  input: z.strictObject({ decision }),
  output: z.object({ effects: z.array(z.string()), token: z.string() }),
})

export const decideRecoverable = defineEndpoint('POST /rest/data/recoverables/:id/decide', {
  summary: 'Settle or write off a recoverable, as previewed',
  access: ['purchases', 'refund'],
  tag,
  params: idParams,
  idempotencyKey: 'required',
  asksProof: true,
  input: z.strictObject({
    decision,
    reason: reasonText,
    token: z.string({ error: () => t('Send the token of the preview.') }),
  }),
  output: z.object({ message: z.string() }),
})
