import { msg } from '../../../core/i18n/language.ts'
import { productCodesOf } from '../importing/product-codes.ts'
import type { SupplierFacts } from '../importing/supplier-facts.ts'

/** Products on tiqets.com end in their number: /en/paris-attractions-c66746/tickets-for-louvre-museum-p973698/. */
const inAddress = /^(?:https?:\/\/)?(?:[a-z0-9-]+\.)*tiqets\.com\/.*?-p(\d{3,10})(?:[/?#]|$)/

function readTiqetsCode(text: string): string | null {
  const code = inAddress.exec(text)?.[1] ?? text
  return /^\d{3,10}$/.test(code) ? code : null
}

export const tiqetsCodes = productCodesOf('product-codes-tiqets', 'Tiqets')

export const tiqets: SupplierFacts = {
  key: 'tiqets',
  name: 'Tiqets',
  codes: tiqetsCodes,
  readCode: readTiqetsCode,
  codeExample: '973698',
  siteExample: 'https://www.tiqets.com/en/paris-attractions-c66746/tickets-for-louvre-museum-p973698/',
  baseUrl: 'https://api.tiqets.com/v2',
  connection: [{ key: 'token', label: msg('API token'), isSecret: true }],
  currencyNote: msg(
    'We ask Tiqets for prices in euros. Where its answer names no currency, we take them to be in euros.',
  ),
  assumption: null,
}
