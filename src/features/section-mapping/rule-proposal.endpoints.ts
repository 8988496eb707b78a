import * as z from 'zod/mini'
import { defineEndpoint } from '../../core/http/endpoint.ts'
import { idParams } from '../../core/http/path-params.ts'
import { t } from '../../core/i18n/language.ts'
import { proposalStatuses } from './rule-proposals.ts'

const evidence = z.object({
  /** What speaks for the rule and against it, in sentences. */
  reasons: z.array(z.string()),
  /** Wordings that it would settle, the most money first; `after` is null where it refuses them. */
  examples: z.array(
    z.object({
      section: z.string(),
      row: z.nullable(z.string()),
      after: z.nullable(z.object({ section: z.string(), row: z.nullable(z.string()) })),
      listings: z.int(),
      worth: z.int(),
    }),
  ),
  currency: z.string(),
  /** What the applied rule has done since. */
  outcome: z.nullable(z.object({ hits: z.int(), listings: z.int() })),
})
export type ProposalEvidence = z.output<typeof evidence>

export const readProposalEvidence = defineEndpoint('GET /rest/data/rule-proposals/:id/evidence', {
  summary: 'Read why a rule is proposed, and what it would change',
  access: ['settings', 'ui'],
  tag: 'Proposed rules',
  params: idParams,
  output: evidence,
})

const proposalCommands = ['apply', 'take-back', 'dismiss', 'reopen'] as const
export type ProposalCommand = (typeof proposalCommands)[number]

export const decideProposal = defineEndpoint('POST /rest/data/rule-proposals/:id/decide', {
  summary: 'Apply a proposed rule, take it back, dismiss it or reopen it',
  access: ['settings', 'write'],
  tag: 'Proposed rules',
  params: idParams,
  input: z.strictObject({
    version: z.int({ error: () => t('Send the version that you opened.') }),
    command: z.enum(proposalCommands, { error: () => t('Choose a command.') }),
  }),
  output: z.object({
    id: z.int(),
    version: z.int(),
    status: z.enum(proposalStatuses),
    /** Listings that are placed again because of it. */
    listings: z.int(),
    ruleId: z.nullable(z.int()),
  }),
})

type Status = (typeof proposalStatuses)[number]

/** What can be done with a proposal. */
export function commandsOf(status: Status): readonly ProposalCommand[] {
  if (status === 'open') return ['apply', 'dismiss']
  if (status === 'applied') return ['take-back']
  return status === 'dismissed' ? ['reopen'] : []
}
