import { defineResource } from '../../kit/resource.ts'
import { boolean, ref, text, words } from '../../kit/fields.ts'

/** Countries by ISO 3166-1. Codes never change; a block stops checkout there, not the content. */
export const countries = defineResource('countries', {
  label: ['Country', 'Countries'],
  access: 'places',
  operations: ['list', 'read'],
  title: 'name',
  fields: {
    code: text({ required: true, unique: true, min: 2, max: 2, case: 'upper', help: 'ISO 3166-1 alpha-2' }),
    alpha3: text({ required: true, unique: true, min: 3, max: 3, case: 'upper', label: 'Alpha-3' }),
    numericCode: text({
      required: true, unique: true, min: 3, max: 3, pattern: /^[0-9]{3}$/, patternHint: 'has three digits.',
    }),
    name: text({ required: true, max: 120 }),
    slug: text({ required: true, unique: true, max: 120, format: 'slug' }),
    continentId: ref('continents', { required: true }),
    callingCode: text({
      required: true, max: 8, pattern: /^\+[1-9][0-9]{0,3}$/, patternHint: 'looks like +34.',
    }),
    currency: text({ required: true, max: 3, format: 'currency', case: 'upper' }),
    languages: words({ max: 20 }),
    timeZones: words({ max: 40 }),
    isBlocked: boolean({ label: 'Sales blocked', help: 'Nobody there can check out; the content stays.' }),
  },
  list: {
    columns: ['code', 'name', 'continentId', 'currency', 'callingCode', 'languages', 'isBlocked'],
    filters: ['continentId', 'currency', 'isBlocked', 'code'],
    search: ['name', 'code', 'alpha3'],
    sort: 'name',
  },
  summary: 'Countries with their codes, currency and sales block.',
})
