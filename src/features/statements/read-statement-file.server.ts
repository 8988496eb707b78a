import type { Refusal } from '../../core/errors/errors.ts'
import { invalid } from '../../core/errors/errors.ts'
import { exponentOf, formatNumber } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { thousandsByPoint } from '../../platform/transfer/cell-values.ts'
import { readCsvFile } from '../../platform/transfer/csv-reader.server.ts'
import type { StatementLine } from './statement-kinds.ts'
import { lineKindOf } from './statement-kinds.ts'

/** The columns that a file needs, as Stripe's report "Itemised balance change from activity" calls them. */
const needed = ['balance_transaction_id', 'created_utc', 'currency', 'gross', 'fee', 'reporting_category'] as const
const known = [
  ...needed,
  'source_id',
  'payment_intent_id',
  'customer_facing_amount',
  'customer_facing_currency',
] as const
/** Those of a supplier's file. */
const neededOfSupplier = ['booking_reference', 'date', 'currency', 'amount'] as const
const knownOfSupplier = [...neededOfSupplier, 'line_id', 'our_reference'] as const

/** A row by its columns, and the refusal of one of its cells. */
interface Row<Column extends string> {
  cell(column: Column): string
  wrong(column: Column): Refusal
  /** At most 80 letters; null where it is blank. */
  named(column: Column): string | null
}

/**
 * Reads a statement from a CSV file. Amounts are decimals in the currency's own unit, moments are UTC.
 *
 * @throws Refusal 422 that says which row cannot be read; a file is read whole or not at all
 */
export async function readStatementFile(text: string): Promise<readonly StatementLine[]> {
  return await readRows(text, needed, known, lineIn)
}

/**
 * Reads what a supplier charges for bookings from a CSV file: an amount below zero is a credit. Dates are whole days.
 *
 * @throws Refusal 422 that says which row cannot be read; a file is read whole or not at all
 */
export async function readSupplierFile(text: string): Promise<readonly StatementLine[]> {
  return await readRows(text, neededOfSupplier, knownOfSupplier, bookingIn)
}

async function readRows<Column extends string>(
  text: string,
  mustHave: readonly Column[],
  canHave: readonly Column[],
  read: (row: Row<Column>) => StatementLine,
): Promise<readonly StatementLine[]> {
  let columns: ReadonlyMap<Column, number> | null = null
  const lines: StatementLine[] = []
  for await (const part of readCsvFile([text.replace(/^\uFEFF/, '')])) {
    if ('headings' in part) columns = columnsIn(part.headings, mustHave, canHave)
    else if (columns) for (const { number, cells } of part.rows) lines.push(read(rowOf(columns, cells, number)))
  }
  return lines
}

function columnsIn<Column extends string>(
  headings: readonly string[],
  mustHave: readonly Column[],
  canHave: readonly Column[],
): ReadonlyMap<Column, number> {
  const places = new Map(headings.map((heading, place) => [heading.trim().toLowerCase(), place]))
  const missing = mustHave.filter((column) => !places.has(column))
  if (missing.length > 0)
    throw invalid({ content: t('The file needs these columns: {columns}.', { columns: missing.join(', ') }) })
  return new Map(canHave.flatMap((column) => (places.has(column) ? [[column, places.get(column) ?? 0]] : [])))
}

function rowOf<Column extends string>(
  columns: ReadonlyMap<Column, number>,
  cells: readonly string[],
  number: number,
): Row<Column> {
  const cell = (column: Column) => (cells[columns.get(column) ?? -1] ?? '').trim()
  const wrong = (column: Column) =>
    invalid({
      content: t('Row {row}: “{value}” can’t be read as {column}.', {
        row: formatNumber(number),
        value: cell(column).slice(0, 40),
        column,
      }),
    })
  const named = (column: Column) => {
    const value = cell(column)
    if (value.length > 80) throw wrong(column)
    return value === '' ? null : value
  }
  return { cell, wrong, named }
}

function currencyIn({ cell, wrong }: Pick<Row<'currency'>, 'cell' | 'wrong'>): string {
  const currency = cell('currency').toUpperCase()
  if (!/^[A-Z]{3}$/.test(currency)) throw wrong('currency')
  return currency
}

function bookingIn(row: Row<(typeof knownOfSupplier)[number]>): StatementLine {
  const { cell, wrong, named } = row
  const booking = named('booking_reference')
  if (booking === null) throw wrong('booking_reference')
  const currency = currencyIn(row)
  const amount = minorUnits(cell('amount'), currency)
  const bookedAt = momentIn(cell('date'))
  if (amount === null) throw wrong('amount')
  if (bookedAt === null) throw wrong('date')
  return {
    reference: named('line_id') ?? booking,
    kind: amount < 0 ? 'booking_credit' : 'booking',
    source: booking,
    payment: null,
    ownName: named('our_reference'),
    currency,
    amount,
    fee: 0,
    bookedAt,
  }
}

function lineIn(row: Row<(typeof known)[number]>): StatementLine {
  const { cell, wrong, named } = row
  const reference = named('balance_transaction_id')
  if (reference === null) throw wrong('balance_transaction_id')
  const currency = currencyIn(row)
  const amount = minorUnits(cell('gross'), currency)
  const fee = cell('fee') === '' ? 0 : minorUnits(cell('fee'), currency)
  const bookedAt = momentIn(cell('created_utc'))
  if (amount === null) throw wrong('gross')
  if (fee === null) throw wrong('fee')
  if (bookedAt === null) throw wrong('created_utc')
  const own = { currency, amount, fee }
  const facing = cell('customer_facing_currency').toUpperCase()
  const paid = facing === '' || facing === currency ? own : asCustomersPaid(own, facing, cell('customer_facing_amount'))
  if (paid === null) throw wrong('customer_facing_amount')
  return {
    reference,
    kind: lineKindOf(cell('reporting_category').toLowerCase()),
    source: named('source_id'),
    payment: named('payment_intent_id'),
    ownName: null,
    ...paid,
    bookedAt,
  }
}

type Paid = Pick<StatementLine, 'currency' | 'amount' | 'fee'>

/**
 * An account that is settled in another currency has its movements in that one; ours are in that of the payment, and so is the fee,
 * at the rate that both amounts make. Null for what is not exactly an amount of the currency.
 */
function asCustomersPaid({ amount, fee }: Paid, currency: string, text: string): Paid | null {
  if (!/^[A-Z]{3}$/.test(currency)) return null
  const facing = minorUnits(text, currency)
  if (facing === null) return null
  const paid = Math.sign(amount) * Math.abs(facing)
  return { currency, amount: paid, fee: amount === 0 ? 0 : Math.round((fee * paid) / amount) }
}

/**
 * By its digits, because a double would change some of them. Null for what is not exactly an amount of the currency, and for 1.500
 * where it can be thousands.
 */
function minorUnits(text: string, currency: string): number | null {
  const [, sign = '', units = '', fraction = ''] = /^(-?)(\d{1,12})(?:\.(\d{1,4}))?$/.exec(text) ?? []
  if (units === '') return null
  const digits = exponentOf(currency)
  if (/[1-9]/.test(fraction.slice(digits)) || (digits < 3 && thousandsByPoint.test(text))) return null
  return Number(`${sign}${units}${fraction.slice(0, digits).padEnd(digits, '0')}`) || 0
}

function momentIn(text: string): string | null {
  const [, day, time = '00:00:00'] = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d:\d\d)(?:\.\d+)?Z?)?$/.exec(text) ?? []
  if (day === undefined) return null
  const moment = new Date(`${day}T${time}.000Z`)
  // The thirtieth of February would become a day of March.
  return Number.isNaN(moment.getTime()) || !moment.toISOString().startsWith(day) ? null : moment.toISOString()
}
