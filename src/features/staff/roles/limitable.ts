import type { Limits } from '../../../core/access/access.ts'
import { msg } from '../../../core/i18n/language.ts'

export type LimitName = Extract<keyof Limits, string>

/** The objects on which an action can be limited, by the name of the limit. */
export type Limitable = Readonly<Record<LimitName, readonly string[]>>

export const limitNames = [
  'maximum',
  'cities',
  'personalData',
  'maxOverridePercent',
] as const satisfies readonly LimitName[]

/** What a limit is called in the middle of a sentence. */
export const limitLabels: Readonly<Record<LimitName, string>> = {
  maximum: msg('an amount'),
  cities: msg('cities'),
  personalData: msg('access without personal data'),
  maxOverridePercent: msg('a share of the price'),
}

/** The limits that a permission can have. None if no code would enforce them. */
export function limitsFor(limitable: Limitable | undefined, object: string): readonly LimitName[] {
  return limitNames.filter((name) => limitable?.[name].includes(object))
}
