import { msg } from '../../../core/i18n/language.ts'
import { productCodesOf } from '../importing/product-codes.ts'
import type { SupplierFacts } from '../importing/supplier-facts.ts'

/** Ids of activities: numbers, or UUIDs, since what they look like is published nowhere. Also out of an address of the API. */
const shape = /^(?:\d{3,12}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/
const inAddress = /^https?:\/\/(?:[a-z0-9-]+\.)*globick\.com\/.*?\/activities\/([^/?#]+)/i

function readGlobickCode(text: string): string | null {
  const code = (inAddress.exec(text)?.[1] ?? text).toLowerCase()
  return shape.test(code) ? code : null
}

export const globickCodes = productCodesOf('product-codes-globick', 'Globick')

export const globick: SupplierFacts = {
  key: 'globick',
  name: 'Globick',
  codes: globickCodes,
  readCode: readGlobickCode,
  codeExample: '58214',
  siteExample: 'https://api.globick.com/v1/activities/58214',
  baseUrl: 'https://api.globick.com/v1',
  connection: [
    { key: 'username', label: msg('Username'), isSecret: false },
    { key: 'password', label: msg('Password'), isSecret: true },
    { key: 'apiKey', label: msg('API key'), isSecret: true },
  ],
  currencyNote: null,
  assumption: msg(
    'Globick publishes no documentation. Sign-in and prices follow one public script. Catalogue and bookings are our assumption, and none of it was tried with Globick. Check each product before it goes live, and each booking with Globick.',
  ),
}
