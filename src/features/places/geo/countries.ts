import { t } from '../../../core/i18n/language.ts'
import { isTimeZone } from '../../../core/zoned-time.ts'
import { defineResource } from '../../../core/resource/resource.ts'
import { languageTagProblem } from '../../../core/resource/text-formats.ts'
import {
  boolean,
  instant,
  integer,
  longText,
  percent,
  ref,
  select,
  text,
  words,
} from '../../../core/resource/fields.ts'
import { nameOf } from '../../../core/resource/resource-name.ts'
import type { continents } from './continents.ts'
import type { images } from '../../../platform/media/images.ts'

export const blockReasons = ['sanctions', 'licence', 'tax', 'risk', 'suppliers'] as const
export type BlockReason = (typeof blockReasons)[number]

export const blockReasonLabels: Readonly<Record<BlockReason, string>> = {
  sanctions: 'Sanctions',
  licence: 'No licence to sell',
  tax: 'Tax not settled',
  risk: 'Too much fraud',
  suppliers: 'No suppliers',
}

const currencies: ReadonlySet<string> = new Set([...Intl.supportedValuesOf('currency'), 'XCG'])

/** By Intl's own list, and the Caribbean guilder, which is younger than some of those. */
function isCurrency(code: string): boolean {
  return currencies.has(code)
}

/** Placeholders that an address format can use, each in braces. */
export const addressParts = ['name', 'street', 'district', 'city', 'region', 'postcode', 'country'] as const

/**
 * Countries by ISO 3166-1. Codes are fixed once anything refers to them. A block stops checkout, for customers from
 * there and for what takes place there, and leaves the content alone; it is set by a command that previews what it
 * would stop.
 */
export const countries = defineResource('countries', {
  label: ['Country', 'Countries'],
  access: 'places',
  operations: ['list', 'read', 'create', 'update', 'delete'],
  title: 'name',
  fields: {
    code: text({
      required: true,
      unique: true,
      min: 2,
      max: 2,
      case: 'upper',
      pattern: /^[A-Z]{2}$/,
      patternHint: 'has two letters.',
      help: 'ISO 3166-1 alpha-2. Can’t change once the country is used.',
    }),
    alpha3: text({
      required: true,
      unique: true,
      min: 3,
      max: 3,
      case: 'upper',
      label: 'Alpha-3',
      pattern: /^[A-Z]{3}$/,
      patternHint: 'has three letters.',
    }),
    numericCode: text({
      required: true,
      unique: true,
      min: 3,
      max: 3,
      pattern: /^[0-9]{3}$/,
      patternHint: 'has three digits.',
    }),
    name: text({ required: true, max: 120, translatable: true }),
    slug: text({ required: true, unique: true, max: 120, format: 'slug' }),
    continentId: ref(nameOf<typeof continents>('continents'), { required: true }),
    callingCode: text({
      required: true,
      max: 8,
      pattern: /^\+[1-9][0-9]{0,3}$/,
      patternHint: 'looks like +34.',
    }),
    currency: text({
      required: true,
      max: 3,
      format: 'currency',
      case: 'upper',
      help: 'Default currency for visitors from there',
    }),
    languages: words({ max: 20, format: 'locale', help: 'BCP 47 tags, the most spoken first' }),
    timeZones: words({ max: 40 }),
    heroImageId: ref(nameOf<typeof images>('images'), { label: 'Hero image' }),
    description: longText({
      max: 20_000,
      format: 'richText',
      translatable: true,
      help: 'What visitors read about the country',
    }),
    vatRegime: select(['eu_vat', 'vat', 'gst', 'sales_tax', 'none'], {
      label: 'VAT regime',
      labels: { eu_vat: 'EU VAT', vat: 'VAT', gst: 'GST', sales_tax: 'Sales tax', none: 'No sales tax' },
    }),
    addressFormat: longText({
      max: 300,
      help: `Lines of an address, with ${addressParts.map((part) => `{${part}}`).join(', ')}`,
    }),
    isBlocked: boolean({ label: 'Sales blocked', readOnly: true }),
    blockedBecause: select(blockReasons, { readOnly: true, label: 'Blocked because', labels: blockReasonLabels }),
    blockNote: text({ readOnly: true, max: 255, label: 'About the block' }),
    blockedAt: instant({ readOnly: true, label: 'Blocked since' }),
    cityCount: integer({ derived: true, required: true, label: 'Cities' }),
    productCount: integer({ derived: true, required: true, label: 'Live products' }),
    recentSales: integer({ derived: true, required: true, label: 'Purchases, 30 days' }),
    translatedShare: percent({
      derived: true,
      label: 'Translated',
      help: 'Share of its texts in the website’s languages',
    }),
  },
  list: {
    columns: [
      'code',
      'name',
      'continentId',
      'currency',
      'cityCount',
      'productCount',
      'recentSales',
      'translatedShare',
      'isBlocked',
      'blockedBecause',
    ],
    shown: [
      { key: 'name', below: ['continentId'], picture: 'code' },
      { key: 'isBlocked', below: ['blockedBecause'] },
      'code',
      'currency',
      'cityCount',
      'productCount',
      'recentSales',
      'translatedShare',
    ],
    filters: ['continentId', 'currency', 'isBlocked', 'blockedBecause', 'code', 'vatRegime'],
    search: ['name', 'code', 'alpha3'],
    sort: 'name',
    needs: ['isBlocked'],
  },
  form: {
    main: [
      {
        title: 'Country',
        fields: ['name', 'slug', 'continentId', 'languages', 'timeZones', 'heroImageId', 'description'],
      },
      { title: 'Identifiers', fields: ['code', 'alpha3', 'numericCode', 'callingCode'] },
      { title: 'Commerce', fields: ['currency', 'vatRegime', 'addressFormat'] },
    ],
    aside: [{ title: 'In figures', fields: ['cityCount', 'productCount', 'recentSales', 'translatedShare'] }],
  },
  *check(draft) {
    if (!isCurrency(draft.currency))
      yield { field: 'currency', message: t('Currency {code} not found.', { code: draft.currency }) }
    const noTag = languageTagProblem(draft.languages)
    if (noTag !== undefined) yield { field: 'languages', message: noTag }
    const zone = draft.timeZones.find((name) => !isTimeZone(name))
    if (zone !== undefined) yield { field: 'timeZones', message: t('Time zone {name} not found.', { name: zone }) }
    const format = draft.addressFormat
    if (format === null) return
    const named = [...format.matchAll(/\{([^{}]*)\}/g)].map(([, part = '']) => part)
    const unknown = named.find((part) => !addressParts.some((known) => known === part))
    if (unknown !== undefined)
      yield { field: 'addressFormat', message: t('Unknown URL placeholder: {part}.', { part: unknown }) }
    if (!named.includes('street') || !named.includes('city'))
      yield { field: 'addressFormat', message: t('An address needs its street and city, each in braces.') }
  },
  summary: 'Countries with their codes, currency and sales block.',
})
