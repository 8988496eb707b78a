import { instant, integer, money, percent, ref, select, text } from '../../core/resource/fields.ts'
import { nameOf } from '../../core/resource/resource-name.ts'
import type { RecordOf } from '../../core/resource/resource.ts'
import { defineResource } from '../../core/resource/resource.ts'
import type { venueConfigurations } from '../places/venues/venue-configurations.ts'
import type { venues } from '../places/venues/venues.ts'
import type { staff } from '../../platform/auth/sign-in/staff.ts'
import { ruleActions, ruleFieldsRead, ruleMatches } from './resolver/rewrite-rule.ts'
import type { rewriteRules } from './rewrite-rules.ts'

export const proposalStatuses = ['open', 'applied', 'dismissed', 'gone'] as const

/** Rewrite rules that would settle clusters of wordings without a place. The job makes them; staff apply or dismiss them. */
export const ruleProposals = defineResource('rule-proposals', {
  label: ['Proposed rule', 'Proposed rules'],
  access: 'settings',
  operations: ['list', 'read'],
  title: 'pattern',
  fields: {
    pattern: text({ required: true, readOnly: true, max: 200, label: 'Listed as' }),
    replacement: text({ readOnly: true, max: 120, label: 'Replacement' }),
    action: select(ruleActions, { required: true, readOnly: true, tones: { replace: 'good', refuse: 'bad' } }),
    field: select(ruleFieldsRead, { required: true, readOnly: true, label: 'Reads' }),
    match: select(ruleMatches, {
      label: 'How it matches',
      required: true,
      readOnly: true,
      labels: {
        exact: 'Whole text',
        prefix: 'Beginning',
        token_map: 'Word anywhere',
        number_range: 'Number range',
        pattern: 'Pattern',
      },
    }),
    scope: select(['venue', 'configuration'], { required: true, readOnly: true }),
    status: select(proposalStatuses, {
      required: true,
      readOnly: true,
      labels: { gone: 'No longer needed' },
      tones: { open: 'warn', applied: 'good', dismissed: 'neutral', gone: 'neutral' },
    }),
    venueId: ref(nameOf<typeof venues>('venues'), { required: true, readOnly: true }),
    venueConfigurationId: ref(nameOf<typeof venueConfigurations>('venue-configurations'), {
      required: true,
      readOnly: true,
      label: 'Configuration',
    }),
    expectedPrecision: percent({
      required: true,
      readOnly: 'moving',
      min: 0,
      max: 10_000,
      label: 'Expected precision',
      help: 'Share of placements that we expect to be right.',
    }),
    listingCount: integer({ required: true, readOnly: 'moving', min: 0, label: 'Listings' }),
    currency: text({ required: true, readOnly: 'moving', max: 3, format: 'currency', case: 'upper' }),
    stake: money({ currency: 'currency', required: true, readOnly: 'moving', min: 0, label: 'Value at stake' }),
    urgency: integer({
      required: true,
      readOnly: 'moving',
      min: 0,
      help: 'Value at stake times expected precision. 0 once decided.',
    }),
    rewriteRuleId: ref(nameOf<typeof rewriteRules>('rewrite-rules'), { readOnly: true, label: 'Rule' }),
    decidedById: ref(nameOf<typeof staff>('staff'), { readOnly: true, label: 'Decided by' }),
    decidedAt: instant({ readOnly: true, label: 'Decided' }),
    firstSeenAt: instant({ required: true, readOnly: true, label: 'First seen' }),
    lastSeenAt: instant({ required: true, readOnly: 'moving', label: 'Last seen' }),
  },
  list: {
    columns: [
      'pattern',
      'replacement',
      'action',
      'field',
      'match',
      'scope',
      'status',
      'venueId',
      'venueConfigurationId',
      'expectedPrecision',
      'listingCount',
      'stake',
      'urgency',
      'rewriteRuleId',
      'decidedById',
      'decidedAt',
      'firstSeenAt',
      'lastSeenAt',
    ],
    shown: [
      { key: 'pattern', below: ['match'] },
      { key: 'replacement', below: ['action'] },
      { key: 'stake', below: ['listingCount'] },
      'expectedPrecision',
      { key: 'venueId', below: ['venueConfigurationId'] },
      { key: 'status', below: ['decidedById'] },
    ],
    filters: [
      'status',
      'field',
      'action',
      'venueId',
      'venueConfigurationId',
      'expectedPrecision',
      'stake',
      'currency',
      'listingCount',
      'decidedById',
    ],
    search: ['pattern', 'replacement'],
    sort: '-urgency',
  },
  summary: 'Rewrite rules that would settle clusters of wordings without a place, those with the most money first.',
})

export type RuleProposal = RecordOf<typeof ruleProposals>
