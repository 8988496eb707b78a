import type { dateStyles, numberStyles } from './locales.ts'

type NumberStyle = (typeof numberStyles)[number]
type DateStyle = (typeof dateStyles)[number]

const marks: Readonly<Record<NumberStyle, readonly [group: string, decimal: string]>> = {
  comma_point: [',', '.'],
  point_comma: ['.', ','],
  space_comma: ['\u00a0', ','],
  apostrophe_point: ['’', '.'],
}

/**
 * A number as the website writes it in a language.
 *
 * @param digits - digits behind the mark: the exponent of the currency for an amount in major units
 */
export function writtenNumber(value: number, style: NumberStyle, digits = 0): string {
  const [group, decimal] = marks[style]
  const [whole = '', rest] = Math.abs(value).toFixed(digits).split('.')
  return `${value < 0 ? '\u2212' : ''}${whole.replace(/\B(?=(?:\d{3})+$)/g, group)}${rest === undefined ? '' : decimal + rest}`
}

/** A local date, `2026-12-31`, as the website writes it in a language. */
export function writtenDate(date: string, style: DateStyle): string {
  const [year = '', month = '', day = ''] = date.split('-')
  return {
    day_month_year: `${day}/${month}/${year}`,
    month_day_year: `${month}/${day}/${year}`,
    year_month_day: `${year}-${month}-${day}`,
    day_month_year_dots: `${day}.${month}.${year}`,
  }[style]
}
