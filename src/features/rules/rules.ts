import { defineResource } from '../../core/resource/resource.ts'
import { ruleFields } from './rule-fields.ts'
import { checkRule } from './rule-check.ts'

declare module '../../core/access/permissions.ts' {
  interface PermissionObjects {
    rules: true
  }
}

/** Shown by the condition builder, which is the input of the first condition. */
const byTheBuilder = () => false
const ofType = (type: string) => (draft: { type?: unknown }) => draft.type === type

/**
 * Typed settings of events: how they are priced, offered and sold. Of the rules of one type that apply to a
 * performance exactly one prevails: the most specific, then that of the highest priority, then the newest.
 */
export const rules = defineResource('rules', {
  label: ['Rule', 'Rules'],
  access: 'rules',
  operations: ['list', 'read', 'create', 'update', 'delete'],
  title: 'name',
  fields: ruleFields,
  list: {
    columns: ['name', 'type', 'effect', 'appliesTo', 'affectedCount', 'validFrom', 'validUntil', 'state', 'priority'],
    shown: [
      { key: 'name', below: ['appliesTo'] },
      'state',
      'type',
      'effect',
      'affectedCount',
      'validFrom',
      'validUntil',
    ],
    filters: [
      'type',
      'state',
      'isEnabled',
      'priority',
      'performerIds',
      'venueIds',
      'countryIds',
      'providerIds',
      'eventIds',
      'subcategoryIds',
      'categoryIds',
      'competition',
      'validFrom',
      'validUntil',
      'affectedCount',
      'specificity',
    ],
    search: ['name'],
    sort: 'name',
    needs: [
      'type',
      'markup',
      'serviceFee',
      'minMargin',
      'hiddenProviderIds',
      'minSeats',
      'leadHours',
      'notice',
      'holderNames',
      'maxTickets',
      'refundProtection',
      'protectionFee',
      'badge',
      'eventIds',
      'performerIds',
      'venueIds',
      'competition',
      'subcategoryIds',
      'categoryIds',
      'eventTypes',
      'providerIds',
      'countryIds',
      'currency',
      'priceFrom',
      'priceTo',
      'daysFrom',
      'daysTo',
      'validFrom',
      'validUntil',
    ],
  },
  form: {
    main: [
      { title: 'Rule', fields: ['name', 'type'] },
      {
        title: 'What it does',
        fields: [
          { field: 'markup', when: ofType('markup') },
          { field: 'serviceFee', when: ofType('service_fee') },
          { field: 'minMargin', when: ofType('min_margin') },
          { field: 'hiddenProviderIds', when: ofType('hide_provider') },
          { field: 'minSeats', when: ofType('min_seats') },
          { field: 'leadHours', when: ofType('delivery_lead_time') },
          { field: 'notice', when: ofType('checkout_notice') },
          { field: 'holderNames', when: ofType('holder_names') },
          { field: 'maxTickets', when: ofType('max_tickets') },
          { field: 'refundProtection', when: ofType('refund_protection') },
          {
            field: 'protectionFee',
            when: ({ type, refundProtection }) => type === 'refund_protection' && refundProtection === 'offered',
          },
          { field: 'badge', when: ofType('badge') },
        ],
      },
      {
        title: 'When it applies',
        help: 'Without conditions it applies to every event. With several, all must be met.',
        fields: [
          'eventIds',
          { field: 'performerIds', when: byTheBuilder },
          { field: 'venueIds', when: byTheBuilder },
          { field: 'competition', when: byTheBuilder },
          { field: 'subcategoryIds', when: byTheBuilder },
          { field: 'categoryIds', when: byTheBuilder },
          { field: 'eventTypes', when: byTheBuilder },
          { field: 'providerIds', when: byTheBuilder },
          { field: 'countryIds', when: byTheBuilder },
          { field: 'currency', when: byTheBuilder },
          { field: 'priceFrom', when: byTheBuilder },
          { field: 'priceTo', when: byTheBuilder },
          { field: 'daysFrom', when: byTheBuilder },
          { field: 'daysTo', when: byTheBuilder },
        ],
      },
    ],
    aside: [
      { title: 'State', fields: ['isEnabled', 'state', 'affectedCount', 'countedAt'] },
      {
        title: 'Precedence',
        help: 'The more specific one, in the order of the conditions: event, performer, venue and so on. Then the higher priority, then the newer.',
        fields: ['priority'],
      },
      { title: 'When', fields: ['validFrom', 'validUntil', 'notes'] },
    ],
  },
  actions: {
    enable: { label: 'Enable', done: 'enabled', set: { isEnabled: true } },
    disable: { label: 'Disable', done: 'disabled', set: { isEnabled: false } },
  },
  check: checkRule,
  summary: 'Rules about prices and sales of events: which apply, and which one wins.',
})
