import { boolean, instant, integer, longText, ref, select, text } from '../../core/resource/fields.ts'
import { nameOf } from '../../core/resource/resource-name.ts'
import { defineResource } from '../../core/resource/resource.ts'
import type { performances } from '../events/performance/performances.ts'
import type { venueConfigurations } from '../places/venues/venue-configurations.ts'
import type { venues } from '../places/venues/venues.ts'
import type { providers } from '../providers/providers.ts'
import type { staff } from '../../platform/auth/sign-in/staff.ts'
import { ruleActions, ruleFieldsRead, ruleMatches, ruleScopes } from './resolver/rewrite-rule.ts'
import { checkRewriteRule } from './rewrite-rule-check.ts'

const inScope = (scope: string) => (draft: { scope?: unknown }) => draft.scope === scope
const replaces = (draft: { action?: unknown }) => draft.action === 'replace'

/**
 * How provider wordings are read: one rewrites a section, a row or a note, or refuses it. Of those that match, the one
 * with the narrowest scope prevails, then the highest priority, then the oldest.
 */
export const rewriteRules = defineResource('rewrite-rules', {
  label: ['Rewrite rule', 'Rewrite rules'],
  access: 'settings',
  operations: ['list', 'read', 'create', 'update', 'delete'],
  title: 'pattern',
  fields: {
    scope: select(ruleScopes, { required: true, initial: 'venue' }),
    providerId: ref(nameOf<typeof providers>('providers')),
    venueId: ref(nameOf<typeof venues>('venues')),
    venueConfigurationId: ref(nameOf<typeof venueConfigurations>('venue-configurations'), { label: 'Configuration' }),
    performanceId: ref(nameOf<typeof performances>('performances')),
    place: text({ derived: true, max: 500, label: 'Applies to' }),
    field: select(ruleFieldsRead, { required: true, initial: 'section', label: 'Reads' }),
    match: select(ruleMatches, {
      label: 'How it matches',
      required: true,
      initial: 'exact',
      labels: {
        exact: 'Whole text',
        prefix: 'Beginning',
        token_map: 'Word anywhere',
        number_range: 'Number range',
        pattern: 'Pattern',
      },
    }),
    pattern: text({
      required: true,
      max: 200,
      label: 'Listed as',
      help: 'A number range is “1-40” or “Floor 1-40”. A pattern is a regular expression without look-around.',
    }),
    action: select(ruleActions, { required: true, initial: 'replace', tones: { replace: 'good', refuse: 'bad' } }),
    replacement: text({
      max: 120,
      label: 'Replacement',
      help: 'Use {n} for the number of a range, $1 for the first group of a pattern. For notes: the label.',
    }),
    priority: integer({ required: true, min: 0, max: 100, initial: 50 }),
    isEnabled: boolean({ label: 'Enabled' }),
    state: select(['off', 'scheduled', 'shadow', 'active', 'ended'], {
      required: true,
      derived: true,
      labels: { shadow: 'In shadow' },
      tones: { off: 'neutral', scheduled: 'busy', shadow: 'busy', active: 'good', ended: 'neutral' },
    }),
    isShadow: boolean({ label: 'Shadow', help: 'Counts what it would do without placing anything.' }),
    validFrom: instant({ label: 'Starts' }),
    validUntil: instant({ label: 'Ends', help: 'No end date if blank.' }),
    overridesDecisions: boolean({
      label: 'Overrides decisions',
      help: 'Required to change manual decisions. The tester lists them.',
    }),
    notes: longText({ max: 2_000 }),
    hits: integer({ required: true, readOnly: 'moving', min: 0, initial: 0 }),
    lastHitAt: instant({ readOnly: 'moving', label: 'Last hit' }),
    shadowPlaced: integer({ required: true, readOnly: 'moving', min: 0, initial: 0, label: 'Would place' }),
    shadowMoved: integer({ required: true, readOnly: 'moving', min: 0, initial: 0, label: 'Would move' }),
    listingCount: integer({ derived: true, required: true, label: 'Listings now' }),
    authorId: ref(nameOf<typeof staff>('staff'), { readOnly: true, label: 'Author' }),
  },
  list: {
    columns: [
      'pattern',
      'replacement',
      'action',
      'field',
      'match',
      'scope',
      'place',
      'providerId',
      'venueId',
      'venueConfigurationId',
      'performanceId',
      'priority',
      'state',
      'isEnabled',
      'isShadow',
      'hits',
      'lastHitAt',
      'listingCount',
      'shadowPlaced',
      'shadowMoved',
      'authorId',
      'validFrom',
      'validUntil',
      'createdAt',
    ],
    shown: [
      { key: 'pattern', below: ['field', 'match'] },
      { key: 'replacement', below: ['action'] },
      { key: 'scope', below: ['place'] },
      'state',
      'hits',
      'listingCount',
      'lastHitAt',
    ],
    filters: [
      'scope',
      'field',
      'match',
      'action',
      'state',
      'isEnabled',
      'isShadow',
      'providerId',
      'venueId',
      'venueConfigurationId',
      'performanceId',
      'authorId',
      'hits',
      'lastHitAt',
    ],
    search: ['pattern', 'replacement'],
    sort: '-createdAt',
  },
  form: {
    main: [
      { title: 'Text', fields: ['field', 'match', 'pattern', 'action', { field: 'replacement', when: replaces }] },
      {
        title: 'Where it applies',
        fields: [
          'scope',
          { field: 'providerId', when: inScope('provider') },
          { field: 'venueId', when: inScope('venue') },
          { field: 'venueConfigurationId', when: inScope('configuration') },
          { field: 'performanceId', when: inScope('performance') },
          'priority',
        ],
      },
      { title: 'Notes', fields: ['notes'] },
    ],
    aside: [
      { title: 'State', fields: ['state', 'isEnabled', 'isShadow', 'validFrom', 'validUntil', 'overridesDecisions'] },
      {
        title: 'In figures',
        fields: ['place', 'hits', 'lastHitAt', 'listingCount', 'shadowPlaced', 'shadowMoved', 'authorId'],
      },
    ],
  },
  actions: {
    enable: { label: 'Enable', done: 'enabled', set: { isEnabled: true, isShadow: false } },
    shadow: { label: 'Run in shadow', done: 'running in shadow', set: { isEnabled: true, isShadow: true } },
    disable: { label: 'Disable', done: 'disabled', set: { isEnabled: false } },
  },
  check: checkRewriteRule,
  summary: 'Rules that say which section, row or label a provider’s wording means.',
})
