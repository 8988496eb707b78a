import { choices, instant, integer, longText, select, text, words } from '../../core/resource/fields.ts'
import { parseRange } from '../../core/ip-address.ts'
import { t } from '../../core/i18n/language.ts'
import { defineResource } from '../../core/resource/resource.ts'

declare module '../../core/access/permissions.ts' {
  interface PermissionActions {
    'manage-keys': true
  }
}

/** What a key can be used for. A new key has no scopes until someone ticks them. */
export const apiScopes = ['catalogue:read', 'prices:read', 'availability:read', 'reviews:read', 'orders'] as const
export type ApiScope = (typeof apiScopes)[number]

/**
 * Partners whose programs read the catalogue through the discovery API, and sell through the Orders API. Their keys are shown once and are no part of
 * the record, which only says how the newest begins and ends.
 */
export const apiUsers = defineResource('discovery-api-users', {
  label: ['API user', 'API users'],
  access: 'users',
  operations: ['list', 'read', 'update'],
  title: 'name',
  fields: {
    name: text({ required: true, max: 100, help: 'Purpose of the keys, such as “Summer app”' }),
    company: text({ required: true, max: 120 }),
    email: text({
      required: true,
      max: 254,
      format: 'email',
      case: 'lower',
      label: 'Contact email',
      help: 'Contact for problems with their calls',
    }),
    status: select(['active', 'suspended'], {
      required: true,
      initial: 'active',
      help: 'All keys of a suspended API user are refused at once',
      labels: { active: 'Active', suspended: 'Suspended' },
      tones: { active: 'good', suspended: 'bad' },
    }),
    scopes: choices(apiScopes, {
      help: 'Scopes of the keys. Without scopes, only /me works.',
      labels: {
        'catalogue:read': 'Catalogue',
        'prices:read': 'Prices',
        'availability:read': 'Availability',
        'reviews:read': 'Reviews',
        'orders': 'Orders',
      },
    }),
    expiresAt: instant({ label: 'Access ends', help: 'Every key is refused from then on. Blank means never.' }),
    allowedRanges: words({
      max: 50,
      label: 'Allowed addresses',
      help: 'IP addresses or ranges such as 203.0.113.0/24. Blank allows all.',
    }),
    quotaPerMinute: integer({ required: true, min: 1, max: 6_000, initial: 60, label: 'Calls per minute' }),
    quotaPerDay: integer({
      required: true,
      min: 1,
      max: 10_000_000,
      initial: 10_000,
      label: 'Calls per day',
      help: 'Days begin at midnight UTC',
    }),
    notes: longText({ max: 5_000 }),
    keyHint: text({ derived: true, max: 24, label: 'Key' }),
    keyCount: integer({ derived: true, required: true, label: 'Active keys' }),
    lastUsedAt: instant({ derived: true, label: 'Last used' }),
    callsToday: integer({ derived: true, required: true, label: 'Calls 24 h', help: 'Within the last 24 hours' }),
    errorsToday: integer({ derived: true, required: true, label: 'Errors 24 h' }),
  },
  list: {
    columns: ['name', 'company', 'status', 'scopes', 'keyHint', 'callsToday', 'errorsToday', 'lastUsedAt', 'expiresAt'],
    shown: [
      { key: 'name', below: ['company'] },
      'status',
      'scopes',
      'keyHint',
      'callsToday',
      'errorsToday',
      'lastUsedAt',
    ],
    filters: ['status', 'scopes', 'company', 'createdAt', 'expiresAt'],
    search: ['name', 'company', 'email'],
    sort: '-createdAt',
  },
  form: {
    main: [
      { title: 'Who', fields: ['name', 'company', 'email'] },
      { title: 'Permissions', fields: ['scopes', 'allowedRanges'] },
      { title: 'Notes', fields: ['notes'] },
    ],
    aside: [
      { title: 'Access', fields: ['status', 'expiresAt', 'lastUsedAt'] },
      { title: 'Quota', fields: ['quotaPerMinute', 'quotaPerDay'] },
    ],
  },
  *check(draft) {
    const wrong = draft.allowedRanges.find((range) => parseRange(range) === null)
    if (wrong !== undefined)
      yield {
        field: 'allowedRanges',
        message: t('{wrong} is neither an IP address nor a range such as 203.0.113.0/24.', { wrong }),
      }
    if (draft.quotaPerMinute > draft.quotaPerDay)
      yield { field: 'quotaPerDay', message: t('A day allows at least as many calls as a minute.') }
  },
  actions: {
    suspend: { label: 'Suspend', done: 'suspended', set: { status: 'suspended' } },
    reactivate: { label: 'Reactivate', done: 'reactivated', set: { status: 'active' } },
  },
  summary: 'Partners whose programs call the discovery API.',
})
