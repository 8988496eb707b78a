import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvText } from '../../core/csv.ts'
import type { AnyField } from '../../core/resource/fields.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import {
  boolean,
  choices,
  date,
  decimal,
  instant,
  integer,
  money,
  percent,
  ref,
  refs,
  rows,
  select,
  text,
  time,
  words,
} from '../../core/resource/fields.ts'
import { exponentOf } from '../../core/i18n/formats.ts'
import { decimalText } from '../../core/money.ts'
import { joined, partsOf } from './cell-lists.ts'
import { titlesOf, valueOfCell } from './cell-values.ts'
import { mappedColumns, readValues } from './row-reading.server.ts'
import { reasonsOf, shownValue } from './import-labels.ts'
import { coupons } from '../../features/coupons/coupons.ts'
import { rules } from '../../features/rules/rules.ts'
import { nameOf } from '../../core/resource/resource-name.ts'

const nothing = () => null
const at = (field: unknown, cell: string, valueOf: (key: string) => unknown = nothing) =>
  valueOfCell('field', field as AnyField, cell, valueOf)
const value = (found: unknown) => ({ value: found })
const refused = (words: RegExp) => ({ problem: expect.stringMatching(words) as string })

it('a change is shown in its currency, or on the clocks of its zone', () => {
  const shown = (resource: AnyResource, key: string, value: unknown, beside: unknown) =>
    shownValue(resource, key, value, beside)
  expect(shown(rules, 'priceFrom', 15_000, 'EUR')).toBe('€150.00')
  expect(shown(coupons, 'validFrom', '2026-06-01T17:30:00Z', 'Europe/Rome')).toContain('19:30')
})

describe('a cell', () => {
  it('of several values is taken apart as exports put it together, whatever is in them', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc
            .string({ minLength: 1 })
            .map((word) => word.trim())
            .filter(Boolean),
        ),
        (values) => {
          expect(partsOf(joined(values))).toEqual(values)
        },
      ),
    )
    expect(partsOf('a;b;  c')).toEqual(['a', 'b', ' c'])
    expect(partsOf('a; b;')).toEqual(['a', 'b'])
    expect(partsOf('')).toEqual([])
  })

  it('of money is in units of its currency, to the last digit', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -999_999_999_999, max: 999_999_999_999 }),
        fc.constantFrom('EUR', 'JPY', 'KWD', 'CLF'),
        (amount, currency) => {
          expect(
            at(money({ currency: 'currency' }), decimalText(amount, exponentOf(currency)), () => currency),
          ).toEqual(value(amount))
        },
      ),
    )
    const euros = (cell: string) => at(money({ currency: 'currency' }), cell, () => 'EUR')
    expect(euros('12,5')).toEqual(value(1250))
    expect(euros('-0.05')).toEqual(value(-5))
    expect(euros('12.505')).toEqual(refused(/too many digits/))
    expect(euros('1,234')).toEqual(refused(/ambiguous/))
    expect(euros('EUR 5')).toEqual(refused(/must be a number/))
    expect(at(money({ currency: 'currency' }), '5')).toEqual(refused(/needs a currency/))
  })

  it('of a number, a share and a decimal is read without rounding', () => {
    expect(at(integer(), ' 12 ')).toEqual(value(12))
    expect(at(integer(), '12.0')).toEqual(value(12))
    expect(at(integer(), '12.5')).toEqual(refused(/too many digits/))
    expect(at(integer(), '0x10')).toEqual(refused(/must be a number/))
    expect(at(percent(), '12.5')).toEqual(value(1250))
    expect(at(percent(), '12,5 %')).toEqual(value(1250))
    expect(at(percent(), '0.07')).toEqual(value(7))
    expect(at(percent(), '0.075')).toEqual(refused(/too many digits/))
    expect(at(decimal(), '1e-7')).toEqual(value(1e-7))
    expect(at(decimal(), '−3,25')).toEqual(value(-3.25))
  })

  it('of a number with a point before three digits is refused where those can only be thousands', () => {
    const price = money({ currency: 'currency' })
    for (const field of [integer(), percent(), price])
      expect(at(field, '12.000', () => 'EUR')).toEqual(refused(/is ambiguous. Write 12000 or 12.$/))
    expect(at(price, '1.500', () => 'EUR')).toEqual(refused(/is ambiguous. Write 1500 or 1.5.$/))
    expect(at(percent(), '-1.500 %')).toEqual(refused(/ambiguous/))
    expect(at(price, '1.500', () => 'KWD')).toEqual(value(1500))
    expect(at(price, '0.500', () => 'EUR')).toEqual(value(50))
    expect(at(price, '1500.00', () => 'EUR')).toEqual(value(150000))
    expect(at(decimal(), '40.416')).toEqual(value(40.416))
  })

  it('of a choice is read by its value or its words, in whatever letter case', () => {
    const field = select(['not_yet', 'now'], { labels: { now: 'Right away' } })
    for (const cell of ['now', 'NOW', 'right AWAY']) expect(at(field, cell)).toEqual(value('now'))
    expect(at(field, 'Not yet')).toEqual(value('not_yet'))
    expect(at(field, 'never')).toEqual(value('never'))
    expect(at(choices(['a', 'b']), 'B; A')).toEqual(value(['b', 'a']))
  })

  it('that is empty has no value', () => {
    for (const field of [text(), integer(), date(), ref(nameOf('cities')), boolean()])
      expect(at(field, ' ')).toEqual(value(null))
    for (const field of [words(), refs(nameOf('cities')), rows({ a: text() }), choices(['a'])])
      expect(at(field, '')).toEqual(value([]))
  })

  it('of yes or no is understood as spreadsheets and people write it, and nothing else is', () => {
    for (const cell of ['true', 'TRUE', 'yes', '1', 'Sí']) expect(at(boolean(), cell)).toEqual(value(true))
    for (const cell of ['false', 'No', '0']) expect(at(boolean(), cell)).toEqual(value(false))
    expect(at(boolean(), 'maybe')).toEqual(refused(/yes or no/))
  })

  it('of a day that can be read in two ways is refused, and a time can lack its zero', () => {
    expect(at(date(), '2026-06-01')).toEqual(value('2026-06-01'))
    expect(at(date(), '01/06/2026')).toEqual(refused(/ambiguous/))
    expect(at(time(), '9:30')).toEqual(value('09:30'))
    expect(at(time(), '19:30:00')).toEqual(value('19:30'))
  })

  it('of a moment keeps its offset, or is on the clocks of the record’s zone', () => {
    const field = instant({ zone: 'timeZone' })
    const inRome = (cell: string) => at(field, cell, () => 'Europe/Rome')
    expect(inRome('2026-06-01T17:30:00.000Z')).toEqual(value('2026-06-01T17:30:00.000Z'))
    expect(inRome('2026-06-01 19:30')).toEqual(value('2026-06-01T17:30:00.000Z'))
    expect(inRome('2026-10-25T02:30')).toEqual(refused(/clocks of Europe\/Rome change/))
    expect(at(instant(), '2026-06-01T19:30')).toEqual(refused(/offset/))
  })

  it('depends on its neighbour as that is stored, however the file writes it', () => {
    const amount = mappedColumns(rules, ['priceFrom', 'currency'], ['priceFrom', 'currency'])
    expect(readValues(rules, amount, ['12.50', ' eur'], null, new Map())).toMatchObject({
      values: { priceFrom: 1250 },
      problems: [],
    })
    const moment = mappedColumns(coupons, ['validFrom', 'timeZone'], ['validFrom', 'timeZone'])
    expect(readValues(coupons, moment, ['2026-06-01 19:30', 'Europe/Rome '], null, new Map())).toMatchObject({
      values: { validFrom: '2026-06-01T17:30:00.000Z' },
      problems: [],
    })
  })

  it('that was defused comes back as it was', () => {
    for (const original of ['=1+1', "'=1", "''-x", '@a', "'plain", '-5', '\t=1']) {
      const [cell = ''] = csvText([[original]]).split('\r\n')
      expect(at(text(), cell.replace(/^"(.*)"$/s, '$1'))).toEqual(value(original))
    }
  })

  it('of titles names one record or several', () => {
    expect(titlesOf(ref(nameOf('cities')) as AnyField, 'Ma\u0301laga')).toEqual(['M\u00e1laga'])
    expect(titlesOf(ref(nameOf('cities')) as AnyField, 'Rome; Italy')).toEqual(['Rome; Italy'])
    expect(titlesOf(refs(nameOf('cities')) as AnyField, 'Rome; Paris')).toEqual(['Rome', 'Paris'])
    expect(at(refs(nameOf('cities')), '3; x')).toEqual(refused(/must be an id/))
  })
})

it('a row is refused for each reason once, with the cells that it is about', () => {
  const problem = (column: string | null, message: string, value = '') => ({ column, value, message })
  const problems = [
    problem('Kind', 'Locked.', 'fixed'),
    problem(null, 'Too late.'),
    problem('Percentage', 'Locked.', '20'),
    problem('Percentage', 'Locked.', '20'),
    problem(null, 'Locked.'),
    problem('Percentage', 'Too high.', '20'),
  ]
  const said = reasonsOf({ problems }).map(({ message, cells }) => [message, ...cells.map(({ column }) => column)])
  expect(said).toEqual([['Locked.', 'Kind', 'Percentage'], ['Too late.'], ['Too high.', 'Percentage']])
})
