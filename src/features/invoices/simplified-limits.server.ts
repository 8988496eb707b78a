import type { CompanySettings } from '../../core/settings.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { convert } from '../exchange-rates/convert.ts'
import { currentRates } from '../exchange-rates/current-rates.server.ts'
import type { Simplification } from './simplified.ts'
import { simplificationsIn } from './simplified.ts'

/** The limits of an issuer in a currency, at the rate of now. None without a rate, as then no amount can be held against them. */
export async function simplificationsFor(
  db: Db,
  company: CompanySettings | undefined,
  currency: string,
): Promise<readonly Simplification[]> {
  const inEuro = company ? simplificationsIn(company.country) : []
  if (inEuro.length === 0 || currency === 'EUR') return inEuro
  const [rate] = await currentRates(db, ['EUR'], currency)
  return rate ? inEuro.map(({ by, limit }) => ({ by, limit: convert(limit, rate) })) : []
}
