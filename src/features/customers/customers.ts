import { defineResource } from '../../core/resource/resource.ts'
import { boolean, instant, integer, longText, ref, select, text, words } from '../../core/resource/fields.ts'
import { nameOf, selfNamed } from '../../core/resource/resource-name.ts'
import type { countries } from '../places/geo/countries.ts'

declare module '../../core/access/permissions.ts' {
  interface PermissionActions {
    impersonate: true
  }
}

/** People who buy, with or without an account. Anonymising keeps the record, because fiscal documents refer to it. */
export const customers = defineResource('customers', {
  label: ['Customer', 'Customers'],
  path: 'users/user',
  access: 'users',
  operations: ['list', 'read', 'update'],
  title: 'name',
  fields: {
    email: text({
      required: true,
      unique: true,
      max: 254,
      format: 'email',
      case: 'lower',
      personal: true,
      label: 'Email',
      help: 'A new address counts as unconfirmed until its owner confirms it',
    }),
    firstName: text({ required: true, max: 100, personal: true }),
    lastName: text({ required: true, max: 100, personal: true }),
    name: text({ required: true, readOnly: true, max: 201, personal: true }),
    phone: text({ max: 16, format: 'phone', personal: true }),
    locale: text({ required: true, max: 16, format: 'locale', label: 'Language' }),
    countryId: ref(nameOf<typeof countries>('countries')),
    status: select(['active', 'blocked', 'anonymised', 'merged'], {
      required: true,
      initial: 'active',
      help: 'Blocked customers cannot sign in or buy',
      labels: { active: 'Active', blocked: 'Blocked', anonymised: 'Anonymised', merged: 'Merged' },
      tones: { active: 'good', blocked: 'bad', anonymised: 'neutral', merged: 'neutral' },
    }),
    mergedIntoId: ref(selfNamed('customers'), { readOnly: true, label: 'Merged into' }),
    isVerified: boolean({ readOnly: true, label: 'Email confirmed' }),
    marketingConsentAt: instant({ readOnly: true, label: 'Agreed to marketing' }),
    lastSeenAt: instant({ readOnly: 'moving', label: 'Last seen' }),
    tags: words({ max: 20 }),
    riskNotes: longText({ max: 5_000 }),
    purchaseCount: integer({ derived: true, required: true, label: 'Purchases' }),
    isStaff: boolean({ derived: true, label: 'Works here' }),
  },
  list: {
    columns: ['name', 'email', 'countryId', 'purchaseCount', 'status', 'isVerified', 'lastSeenAt', 'createdAt'],
    shown: [
      { key: 'name', below: ['email'], copies: 'email' },
      'status',
      'countryId',
      'purchaseCount',
      'isVerified',
      'lastSeenAt',
      'createdAt',
    ],
    filters: ['status', 'countryId', 'locale', 'isVerified', 'createdAt', 'lastSeenAt', 'tags'],
    search: ['name', 'email', 'phone'],
    sort: '-createdAt',
  },
  form: {
    main: [
      { title: 'Profile', fields: ['firstName', 'lastName', 'email', 'phone', 'countryId', 'locale'] },
      { title: 'Handling', fields: ['tags', 'riskNotes'] },
    ],
    aside: [{ title: 'Account', fields: ['status', 'isVerified', 'lastSeenAt', 'marketingConsentAt'] }],
  },
  actions: {
    block: { label: 'Block', done: 'blocked', set: { status: 'blocked' } },
    unblock: { label: 'Unblock', done: 'unblocked', set: { status: 'active' } },
  },
  summary: 'People who buy.',
})
