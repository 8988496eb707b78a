import { describe, expect, it } from 'vitest'
import { readDailyRates } from './daily-rates.ts'

const file = (inside: string) => `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
  <gesmes:subject>Reference rates</gesmes:subject><gesmes:Sender><gesmes:name>European Central Bank</gesmes:name></gesmes:Sender>
  <Cube>${inside}</Cube>
</gesmes:Envelope>`

describe('daily rates of the European Central Bank', () => {
  it('are read with their day, digit for digit', () => {
    const text = file(
      `<Cube time='2026-11-24'><Cube currency='USD' rate='1.0562'/><Cube currency='JPY' rate='163.04'/></Cube>`,
    )
    expect(readDailyRates(text)).toEqual({
      date: '2026-11-24',
      rates: [
        { currency: 'USD', rate: '1.0562' },
        { currency: 'JPY', rate: '163.04' },
      ],
    })
  })

  it.each([
    ['no day', file(''), 'There is no day'],
    ['a day that is none', file(`<Cube time='2026-13-01'><Cube currency='USD' rate='1.05'/></Cube>`), 'is not a day'],
    ['no rates', file(`<Cube time='2026-11-24'></Cube>`), 'There are no rates for 2026-11-24'],
    [
      'a rate of zero',
      file(`<Cube time='2026-11-24'><Cube currency='USD' rate='0.0'/></Cube>`),
      'This rate cannot be read',
    ],
    [
      'a rate in words',
      file(`<Cube time='2026-11-24'><Cube currency='USD' rate='N/A'/></Cube>`),
      'This rate cannot be read',
    ],
    ['a page in HTML', '<!doctype html><html><body>Maintenance</body></html>', 'incorrect syntax'],
    ['half a file', file('').slice(0, 200), 'unclosed tag'],
  ])('are refused as a whole: %s', (_, text, message) => {
    expect(() => readDailyRates(text)).toThrow(message)
  })
})
