import * as z from 'zod/mini'
import { defineEndpoint } from '../../core/http/endpoint.ts'
import { idParams } from '../../core/http/path-params.ts'
import { t } from '../../core/i18n/language.ts'
import { findingCommands, findingStates } from './finding-rules.ts'

const tag = 'Findings'

const summary = z.object({
  /** The last check that was finished; null before the first. */
  lastRun: z.nullable(z.object({ finishedAt: z.string(), orders: z.int(), opened: z.int(), resolved: z.int() })),
  isRunning: z.boolean(),
  open: z.int(),
  /** The caller’s id among staff. */
  me: z.int(),
})
export type ReconciliationSummary = z.output<typeof summary>

export const readReconciliation = defineEndpoint('GET /rest/data/reconciliation', {
  summary: 'Read when the books were last checked, and how much is open',
  access: ['purchases', 'ui'],
  tag,
  output: summary,
})

export const checkBooksNow = defineEndpoint('POST /rest/data/reconciliation/check', {
  summary: 'Check the books now; one check at a time',
  access: ['purchases', 'write'],
  tag,
  input: z.strictObject({}),
  output: z.object({ isStarted: z.boolean() }),
})

export const decideFinding = defineEndpoint('POST /rest/data/reconciliation-findings/:id/decide', {
  summary: 'Explain, close or reopen a finding',
  access: ['purchases', 'write'],
  tag,
  params: idParams,
  input: z.strictObject({
    version: z.int({ error: () => t('Send the version that you opened.') }),
    command: z.enum(findingCommands, { error: () => t('Choose a command.') }),
    /** Why the sums disagree, or what was done about it; explaining needs it. */
    explanation: z.optional(
      z.nullable(
        z
          .string({ error: () => t('This must be text.') })
          .check(z.trim(), z.maxLength(1000, { error: () => t('Use at most {max} characters.', { max: 1000 }) })),
      ),
    ),
  }),
  output: z.object({ id: z.int(), version: z.int(), state: z.enum(findingStates) }),
})
