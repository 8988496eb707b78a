import { msg } from '../../../core/i18n/language.ts'
import { productCodesOf } from '../importing/product-codes.ts'
import type { SupplierFacts } from '../importing/supplier-facts.ts'

/** Tours are numbered within their channel only, so a code is both: 3930-41. Also out of an address of the API. */
const shape = /^(\d{1,8})[-/:_](\d{1,9})$/
const isAddress = /^https?:\/\//

function readTourcmsCode(text: string): string | null {
  const inAddress = (name: string) => new RegExp(`[?&]${name}=(\\d+)(?:[&#]|$)`).exec(text)?.[1] ?? ''
  const code = isAddress.test(text) ? `${inAddress('channel_id')}-${inAddress('id')}` : text
  const [, channel = '', tour = ''] = shape.exec(code) ?? []
  return Number(channel) > 0 && Number(tour) > 0 ? `${Number(channel)}-${Number(tour)}` : null
}

export const tourcmsCodes = productCodesOf('product-codes-tourcms', 'TourCMS')

export const tourcms: SupplierFacts = {
  key: 'tourcms',
  name: 'TourCMS',
  codes: tourcmsCodes,
  readCode: readTourcmsCode,
  codeExample: '3930-41',
  siteExample: 'https://api.tourcms.com/c/tour/show.xml?channel_id=3930&id=41',
  baseUrl: 'https://api.tourcms.com',
  connection: [
    { key: 'marketplaceId', label: msg('Marketplace id'), isSecret: false },
    { key: 'channelId', label: msg('Channel id'), isSecret: false },
    { key: 'apiKey', label: msg('API key'), isSecret: true },
  ],
  currencyNote: null,
  assumption: null,
}
