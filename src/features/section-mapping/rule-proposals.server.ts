import { sql } from 'kysely'
import { Refusal } from '../../core/errors/errors.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { t } from '../../core/i18n/language.ts'
import { recordIdIn } from '../../core/record-id.ts'
import { serve } from '../../core/resource/resource.server.ts'
import type { Db } from '../../db/tables.server.ts'
import type { Evidence } from './mining/evidence.ts'
import type { Example } from './mining/mined.ts'
import type { RewriteRule } from './resolver/rewrite-rule.ts'
import { type CallContext, createRule, disableRule } from './rewrite-rules.server.ts'
import { commandsOf, decideProposal, readProposalEvidence } from './rule-proposal.endpoints.ts'
import type { ProposalCommand } from './rule-proposal.endpoints.ts'
import type { RuleProposal } from './rule-proposals.ts'
import { ruleProposals } from './rule-proposals.ts'

export const ruleProposalsServer = serve(ruleProposals)

interface Stored extends Pick<RewriteRule, 'field' | 'match' | 'pattern' | 'action' | 'replacement'> {
  readonly id: number
  readonly version: number
  readonly status: RuleProposal['status']
  readonly scope: RuleProposal['scope']
  readonly venueId: number
  readonly configurationId: number
  readonly ruleId: number | null
  readonly currency: string
  readonly precision: number
  readonly evidence: Evidence
  readonly examples: readonly Example[]
}

async function proposalOf(db: Db, id: string, lock = false): Promise<Stored> {
  const {
    rows: [found],
  } = await sql<Stored>`
    select id, version, status, scope, venue_id as "venueId", venue_configuration_id as "configurationId", rewrite_rule_id as "ruleId", field, match, pattern, action, replacement,
      currency, expected_precision as precision, evidence, examples
    from rule_proposals where id = ${recordIdIn(id) ?? 0} ${lock ? sql`for update` : sql``}`.execute(db)
  if (!found) throw new Refusal(404, t('Proposed rule not found.'))
  return found
}

/** What speaks for a rule and against it, the strongest first. */
function reasonsFor({ evidence, action }: Stored): string[] {
  const { decided, agreeing, conflicting, numbers, rows, missing, isAbbreviation } = evidence
  const said: [number, () => string][] = [
    [
      decided,
      () =>
        action === 'refuse'
          ? t('{n, plural, one {# wording like it was} other {# wordings like it were}} marked as an extra.', {
              n: decided,
            })
          : t('{n, plural, one {# decision by hand says} other {# decisions by hand say}} the same.', { n: decided }),
    ],
    [
      agreeing,
      () =>
        t(
          '{n, plural, one {# wording that is} other {# wordings that are}} already placed would stay where they are.',
          {
            n: agreeing,
          },
        ),
    ],
    [
      conflicting,
      () => t('{n, plural, one {# placed wording} other {# placed wordings}} would move.', { n: conflicting }),
    ],
    [
      numbers,
      () => t('{n, plural, one {# wording finds} other {# different wordings find}} a section.', { n: numbers }),
    ],
    [rows, () => t('{n, plural, one {# row exists} other {# rows exist}} there.', { n: rows })],
    [isAbbreviation ? 1 : 0, () => t('Its letters are in the name, in this order.')],
    [missing, () => t('{n, plural, one {# wording} other {# wordings}} would stay unplaced.', { n: missing })],
  ]
  const reasons = said.filter(([n]) => n > 0).map(([, words]) => words())
  if (agreeing + conflicting + decided === 0) reasons.push(t('No placed listings have this wording, so nothing moves.'))
  return reasons
}

export const readProposalEvidenceServer = implement(
  readProposalEvidence,
  async ({ db, params }) => {
    const proposal = await proposalOf(db, params.id)
    const {
      rows: [outcome],
    } = await sql<{ hits: number; listings: number }>`
      select hits, (select count(*)::integer from ticket_listings l where l.rewrite_rule_id = r.id and l.is_open) as listings from rewrite_rules r
      where r.id = ${proposal.ruleId}`.execute(db)
    return {
      reasons: reasonsFor(proposal),
      examples: [...proposal.examples],
      currency: proposal.currency,
      outcome: outcome ?? null,
    }
  },
  { transaction: false },
)

/** The wordings that were shown when a person accepted a rule are decided with it: later rules cannot change them unsaid. */
async function rememberExamples({ db, actor }: CallContext, proposal: Stored, ruleId: number): Promise<void> {
  const settled = proposal.examples.flatMap(({ section, row, after }) => ({
    section,
    row,
    name: after?.section ?? null,
  }))
  await sql`
    insert into section_decisions (venue_configuration_id, raw_section, raw_row, section_name, is_once, rewrite_rule_id, decided_by)
    select ${proposal.configurationId}, g.section, g.row, g.name, false, ${ruleId}, ${actor.kind === 'staff' ? actor.id : null}
    from unnest(${settled.map(({ section }) => section)}::text[], ${settled.map(({ row }) => row)}::text[], ${settled.map(({ name }) => name)}::text[]) as g (section, row, name)
    on conflict do nothing`.execute(db)
}

interface Done {
  readonly status: RuleProposal['status']
  readonly listings: number
  readonly ruleId: number | null
}

const carryOut: Readonly<Record<ProposalCommand, (context: CallContext, proposal: Stored) => Promise<Done>>> = {
  async apply(context, proposal) {
    const { scope, field, match, pattern, action, replacement } = proposal
    const { id, listings } = await createRule(context, {
      scope,
      venueId: scope === 'venue' ? proposal.venueId : null,
      venueConfigurationId: scope === 'configuration' ? proposal.configurationId : null,
      field,
      match,
      pattern,
      action,
      replacement,
      overridesDecisions: false,
      notes: reasonsFor(proposal).join(' '),
    })
    await rememberExamples(context, proposal, id)
    return { status: 'applied', listings, ruleId: id }
  },
  async 'take-back'(context, { ruleId }) {
    await sql`delete from section_decisions where rewrite_rule_id = ${ruleId} and outlier_id is null`.execute(
      context.db,
    )
    return { status: 'open', listings: ruleId === null ? 0 : await disableRule(context, ruleId), ruleId: null }
  },
  dismiss: async () => ({ status: 'dismissed', listings: 0, ruleId: null }),
  reopen: async () => ({ status: 'open', listings: 0, ruleId: null }),
}

export const decideProposalServer = implement(decideProposal, async ({ db, params, input, actor, audit }) => {
  const proposal = await proposalOf(db, params.id, true)
  if (proposal.version !== input.version)
    throw new Refusal(412, t('This proposal changed since you opened it.'), {
      current: { id: proposal.id, version: proposal.version },
    })
  const { command } = input
  if (!commandsOf(proposal.status).includes(command))
    throw new Refusal(409, t('This is not possible in its status.'), { error: 'NotPossible' })
  const { status, listings, ruleId } = await carryOut[command]({ db, actor, audit }, proposal)
  const isDecided = status !== 'open'
  const {
    rows: [saved],
  } = await sql<{ version: number }>`
    update rule_proposals set status = ${status}, rewrite_rule_id = ${ruleId}, version = version + 1, updated_at = now(),
      decided_by_id = ${isDecided && actor.kind === 'staff' ? actor.id : null}, decided_at = case when ${isDecided} then now() end,
      urgency = case when ${isDecided} then 0 else least(2000000000, stake * expected_precision / 10000) end
    where id = ${proposal.id} returning version`.execute(db)
  const version = saved?.version ?? proposal.version + 1
  audit.record({
    action: `proposal-${command}`,
    object: ruleProposals.name,
    recordId: proposal.id,
    title: proposal.pattern,
    version,
    before: { status: proposal.status, rewriteRuleId: proposal.ruleId },
    after: { status, rewriteRuleId: ruleId },
  })
  return { id: proposal.id, version, status, listings, ruleId }
})
