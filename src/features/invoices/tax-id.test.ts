import { expect, it } from 'vitest'
import { compactTaxId, isTaxId } from './tax-id.ts'

it.each([
  'ESB12345678',
  'es b-1234567.8',
  'DE123456789',
  'ATU12345678',
  'NL123456789B01',
  'FRXX123456789',
  '12-3456789',
  'US123456789',
])('takes %s for a tax id', (id) => expect(isTaxId(id)).toBe(true))

it.each(['', 'ES1', 'DE12345678', 'ATU1234567', 'NL123456789X01', 'ESB12345678; drop', 'x'.repeat(30)])(
  'does not take %s for one',
  (id) => expect(isTaxId(id)).toBe(false),
)

it('stores it without what people group it by', () => {
  expect(compactTaxId(' es b-1234567.8 ')).toBe('ESB12345678')
})
