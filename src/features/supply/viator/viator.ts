import { msg } from '../../../core/i18n/language.ts'
import { productCodesOf } from '../importing/product-codes.ts'
import type { SupplierFacts } from '../importing/supplier-facts.ts'

/** The product code: the supplier's number, then what the supplier named the product: 5010SYDNEY, 250380P1. */
const shape = /^\d{2,8}[A-Z][A-Z0-9_]{0,40}$/

/** Tours on viator.com end in the destination and the code: /tours/Sydney/Big-Bus/d357-5010SYDNEY. */
const inAddress = /^(?:https?:\/\/)?(?:[a-z0-9-]+\.)*viator\.com\/.*?\/d\d+-([0-9A-Za-z_]+)(?:[/?#]|$)/

function readViatorCode(text: string): string | null {
  const code = (inAddress.exec(text)?.[1] ?? text).toUpperCase()
  return shape.test(code) ? code : null
}

export const viatorCodes = productCodesOf('product-codes', 'Viator')

export const viator: SupplierFacts = {
  key: 'viator',
  name: 'Viator',
  codes: viatorCodes,
  readCode: readViatorCode,
  codeExample: '5010SYDNEY',
  siteExample: 'https://www.viator.com/tours/Sydney/Big-Bus/d357-5010SYDNEY',
  baseUrl: 'https://api.viator.com/partner',
  connection: [{ key: 'apiKey', label: msg('API key'), isSecret: true }],
  currencyNote: null,
  assumption: null,
}
