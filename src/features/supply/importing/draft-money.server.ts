import { sql } from 'kysely'
import { shareOf } from '../../../core/money.ts'
import type { StoredText } from '../../../platform/stored-texts/stored-text.ts'
import { storedText } from '../../../platform/stored-texts/stored-text.ts'
import type { Db } from '../../../db/tables.server.ts'

/** Digits of each currency's minor unit, by its code. */
export type Exponents = ReadonlyMap<string, number>

export async function currencyExponents(db: Db): Promise<Exponents> {
  const { rows } = await sql<{ code: string; exponent: number }>`select code, exponent from currencies`.execute(db)
  return new Map(rows.map(({ code, exponent }) => [code, exponent]))
}

/** Digits of amounts in no currency yet: more than any currency has, so that none is lost when one is chosen. */
export const unnamedDigits = 4

/** Digits of a currency's minor unit; undefined for one that we do not know. Empty: the supplier names none. */
export function digitsOf(exponents: Exponents, currency: string): number | undefined {
  return currency === '' ? unnamedDigits : exponents.get(currency)
}

/** What we pay of a selling price by the commission that was agreed, in basis points, where no payload says it. */
export function netBy(commission: number, retail: number): number {
  return retail - shareOf(retail, commission)
}

/** What people who check an import should know of such a net price. */
export function netWarning(commission: number): StoredText {
  return commission === 0
    ? storedText('Net price: not in the payload')
    : storedText('Net price: not in the payload, {share} commission taken off', { share: { share: commission } })
}

/** The commission of a supplier's provider; 0 where the installation has none. */
export async function commissionOf(db: Db, code: string): Promise<number> {
  const { rows } = await sql<{ commission: number }>`select commission from providers where code = ${code}`.execute(db)
  return rows[0]?.commission ?? 0
}

/** A supplier's decimal amount in minor units. By its text, since 0.1 + 0.2 is no price. */
export function minorUnits(amount: number, exponent: number): number {
  return Math.round(Number(`${amount}e${exponent}`))
}
