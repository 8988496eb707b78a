import { defineResource } from '../../kit/resource.ts'
import { boolean, instant, integer, longText, ref, select, text, words } from '../../kit/fields.ts'

/**
 * People who buy, with or without an account. Anonymising keeps the record for the sake of its fiscal
 * documents.
 */
export const customers = defineResource('customers', {
  label: ['Customer', 'Customers'],
  access: 'users',
  operations: ['list', 'read'],
  title: 'name',
  fields: {
    email: text({
      required: true, unique: true, max: 254, format: 'email', case: 'lower', personal: true, label: 'E-mail',
    }),
    firstName: text({ required: true, max: 100, personal: true }),
    lastName: text({ required: true, max: 100, personal: true }),
    name: text({ required: true, readOnly: true, max: 201, personal: true }),
    phone: text({ max: 16, format: 'phone', personal: true }),
    locale: text({ required: true, max: 16, format: 'locale' }),
    countryId: ref('countries'),
    status: select(['active', 'blocked', 'anonymised'], {
      required: true, initial: 'active',
      labels: { active: 'Active', blocked: 'Blocked', anonymised: 'Anonymised' },
      tones: { active: 'good', blocked: 'bad', anonymised: 'neutral' },
    }),
    isVerified: boolean({ label: 'E-mail verified' }),
    marketingConsentAt: instant({ readOnly: true, label: 'Agreed to marketing' }),
    lastSeenAt: instant({ readOnly: true, label: 'Last seen' }),
    tags: words({ max: 20 }),
    riskNotes: longText({ max: 5_000 }),
    purchaseCount: integer({ derived: true, required: true, label: 'Purchases' }),
  },
  list: {
    columns: ['name', 'email', 'countryId', 'locale', 'status', 'isVerified', 'lastSeenAt', 'createdAt'],
    filters: ['status', 'countryId', 'locale', 'isVerified', 'createdAt', 'lastSeenAt'],
    search: ['name', 'email', 'phone'],
    sort: '-createdAt',
  },
  summary: 'People who buy.',
})
