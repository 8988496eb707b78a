import type { GridValue } from './sort-rows.ts'

const maxDecimals = 20

/**
 * The total of a column as text with as many decimals as the most precise value had, at most 20. Values that
 * are not numbers are passed over; without a single number the answer is null.
 */
export function columnTotal(values: readonly GridValue[]): string | null {
  let total = 0
  let decimals = 0
  let found = false
  for (const value of values) {
    const number = numeric(value)
    if (number === null) continue
    found = true
    total += number
    decimals = Math.max(decimals, decimalsOf(number))
  }
  return found ? total.toFixed(Math.min(decimals, maxDecimals)) : null
}

function numeric(value: GridValue): number | null {
  if (typeof value === 'bigint') return Number(value)
  if (typeof value === 'string' && value.trim() !== '') return finite(Number(value))
  return typeof value === 'number' ? finite(value) : null
}

function finite(number: number): number | null {
  return Number.isFinite(number) ? number : null
}

function decimalsOf(number: number): number {
  const [mantissa = '', exponent = '0'] = String(number).split('e')
  const fraction = mantissa.split('.')[1]?.length ?? 0
  return Math.max(0, fraction - Number(exponent))
}
