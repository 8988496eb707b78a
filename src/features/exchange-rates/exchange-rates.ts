import { decimal, instant, longText, select, text } from '../../core/resource/fields.ts'
import { defineResource } from '../../core/resource/resource.ts'
import { t } from '../../core/i18n/language.ts'

declare module '../../core/access/permissions.ts' {
  interface PermissionObjects {
    'exchange-rates': true
  }
}

/** Digits after the point of a rate. */
export const rateScale = 9

/**
 * What a currency costs in another one, from a moment on, until it is too old to be used. Several rates of a pair are its
 * history: the one with the latest `asOf` counts.
 */
export const exchangeRates = defineResource('exchange-rates', {
  label: ['Exchange rate', 'Exchange rates'],
  access: 'exchange-rates',
  operations: ['list', 'read', 'create', 'update', 'delete'],
  title: 'pair',
  fields: {
    baseCurrency: text({ required: true, max: 3, format: 'currency', case: 'upper', initial: 'EUR' }),
    quoteCurrency: text({ required: true, max: 3, format: 'currency', case: 'upper' }),
    pair: text({ derived: true, required: true, max: 7, label: 'Pair' }),
    rate: decimal({
      required: true,
      min: 0.000000001,
      max: 1_000_000,
      scale: rateScale,
      help: 'Price of one unit of the base currency in the quote currency',
    }),
    asOf: instant({ required: true, label: 'Valid from' }),
    expiresAt: instant({ required: true, label: 'Expires', help: 'Not used for conversions after this' }),
    source: text({ required: true, max: 80, help: 'Where the rate comes from, such as the European Central Bank' }),
    note: longText({ max: 1_000, help: 'Reason for a manual rate' }),
    state: select(['current', 'upcoming', 'replaced', 'expired'], {
      derived: true,
      required: true,
      tones: { current: 'good', upcoming: 'neutral', replaced: 'neutral', expired: 'warn' },
    }),
  },
  list: {
    columns: ['pair', 'rate', 'state', 'asOf', 'expiresAt', 'source', 'baseCurrency', 'quoteCurrency'],
    shown: [{ key: 'pair', below: ['source'] }, 'rate', 'state', 'asOf', 'expiresAt'],
    filters: ['state', 'baseCurrency', 'quoteCurrency', 'asOf'],
    search: ['baseCurrency', 'quoteCurrency', 'source'],
    sort: '-asOf',
  },
  form: {
    main: [
      { title: 'Rate', fields: ['baseCurrency', 'quoteCurrency', 'rate', 'source', 'note'] },
      { title: 'Validity', fields: ['asOf', 'expiresAt'] },
    ],
    aside: [{ title: 'State', fields: ['state'] }],
  },
  *check({ baseCurrency, quoteCurrency, asOf, expiresAt }) {
    if (baseCurrency === quoteCurrency)
      yield { field: 'quoteCurrency', message: t('Choose a currency other than the base currency.') }
    if (Date.parse(expiresAt) <= Date.parse(asOf))
      yield { field: 'expiresAt', message: t('A rate expires after it became valid.') }
  },
  summary: 'Exchange rates with their source and expiry. Totals in the reporting currency are made with them.',
})
