import { sql } from 'kysely'
import type { Db } from '../../../db/tables.server.ts'

/** Digits of each currency's minor unit, by its code. */
export type Exponents = ReadonlyMap<string, number>

export async function currencyExponents(db: Db): Promise<Exponents> {
  const { rows } = await sql<{ code: string; exponent: number }>`select code, exponent from currencies`.execute(db)
  return new Map(rows.map(({ code, exponent }) => [code, exponent]))
}

/** A supplier's decimal amount in minor units. By its text, since 0.1 + 0.2 is no price. */
export function minorUnits(amount: number, exponent: number): number {
  return Math.round(Number(`${amount}e${exponent}`))
}
