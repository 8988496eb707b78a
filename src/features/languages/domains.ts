import { boolean, integer, ref, text } from '../../core/resource/fields.ts'
import { defineResource } from '../../core/resource/resource.ts'
import { nameOf } from '../../core/resource/resource-name.ts'
import type { locales } from './locales.ts'

/**
 * Where readers of each language find the website. A domain is an address of a language, not a record of its own: the map
 * that the website reads is keyed by language (decision 164).
 */
export const domains = defineResource('domains', {
  label: ['Domain', 'Domains'],
  access: 'settings',
  table: 'locales',
  operations: ['list', 'read', 'update'],
  title: 'name',
  fields: {
    name: text({ required: true, max: 80, label: 'Language', help: 'In English.' }),
    nativeName: text({ required: true, readOnly: true, max: 80, label: 'Own name' }),
    code: text({ required: true, readOnly: true, max: 12, label: 'BCP 47 tag' }),
    siteUrl: text({ format: 'url', max: 500, label: 'URL', help: 'Blank if the language has none of its own.' }),
    host: text({ derived: true, label: 'Host' }),
    pathPrefix: text({ derived: true, required: true, label: 'URLs begin with' }),
    hreflang: text({ readOnly: true, max: 12, label: 'hreflang' }),
    isEnabledOnSite: boolean({ readOnly: true, label: 'Published' }),
    leadsToId: ref(nameOf<typeof locales>('locales'), { readOnly: true, label: 'URLs redirect to' }),
    orderCount: integer({ derived: true, required: true, label: 'Orders', help: 'Last 90 days.' }),
  },
  list: {
    columns: [
      'name',
      'nativeName',
      'code',
      'siteUrl',
      'host',
      'pathPrefix',
      'hreflang',
      'isEnabledOnSite',
      'leadsToId',
      'orderCount',
    ],
    shown: [{ key: 'name', below: ['code'] }, 'siteUrl', 'isEnabledOnSite', 'leadsToId', 'orderCount'],
    filters: ['isEnabledOnSite'],
    search: ['code', 'name', 'nativeName'],
    sort: '-isEnabledOnSite',
  },
  form: {
    main: [{ title: 'URL', fields: ['name', 'siteUrl', 'host', 'pathPrefix'] }],
    aside: [
      { title: 'Language', fields: ['nativeName', 'code', 'hreflang', 'isEnabledOnSite', 'leadsToId'] },
      { title: 'In figures', fields: ['orderCount'] },
    ],
  },
  summary: 'Addresses of the public website by language.',
})
