import type { Actor } from '../../core/access/access.ts'
import { limitsOf } from '../../core/access/limits.ts'
import { formatMoney } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'

/** How far a person can change prices in a city, in percent: the widest of the limits that reach there. */
export function largestChange({ grants }: Actor, cityId: number | null): number {
  const ways = (limitsOf(grants, 'write', 'purchases') ?? [{}]).filter(
    ({ cities }) => !cities || (cityId !== null && cities.includes(cityId)),
  )
  return Math.max(0, ...ways.map(({ maxOverridePercent = Infinity }) => maxOverridePercent))
}

/** Says so where a list price was changed by more than that. */
export function limitSentence(percent: number, list: number, currency: string): string {
  if (percent === 0) return t('Your role can’t change prices.')
  const most = (list * percent) / 100
  return t('Your role can change a price by at most {percent}%: from {low} to {high}.', {
    percent,
    low: formatMoney(Math.ceil(list - most), currency),
    high: formatMoney(Math.floor(list + most), currency),
  })
}
