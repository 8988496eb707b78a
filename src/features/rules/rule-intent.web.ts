import { createContext, useContext } from 'react'
import { t } from '../../core/i18n/language.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import type { Dimension, Rule } from './rule-evaluation.ts'
import { dimensionsOf } from './rule-evaluation.ts'
import type { rules } from './rules.ts'

export type RuleKey = keyof typeof rules.fields

/** The fields of each condition. */
export const conditionKeys: Readonly<Record<Dimension, readonly RuleKey[]>> = {
  event: ['eventIds'],
  performer: ['performerIds'],
  venue: ['venueIds'],
  competition: ['competition'],
  subcategory: ['subcategoryIds'],
  category: ['categoryIds'],
  type: ['eventTypes'],
  provider: ['providerIds'],
  country: ['countryIds'],
  price: ['currency', 'priceFrom', 'priceTo'],
  days: ['daysFrom', 'daysTo'],
}

/** What the user intends with a rule in the form, besides its values. */
export interface Intent {
  /** Conditions in the form, empty or not. */
  readonly added: ReadonlySet<Dimension>
  readonly mayHoldForAll: boolean
}

export const nothingMeant: Intent = { added: new Set(), mayHoldForAll: false }

const IntentContext = createContext<readonly [Intent, (change: (before: Intent) => Intent) => void]>([
  nothingMeant,
  () => {},
])
/** Given by the form. */
export const IntentProvider = IntentContext.Provider

export function useIntent(): readonly [Intent, (change: (before: Intent) => Intent) => void] {
  return useContext(IntentContext)
}

/** Whether a rule that is stored applies to everything already. */
export function isStoredForAll(record: Readonly<Record<string, unknown>> | null): boolean {
  return record?.['specificity'] === 0 && typeof record['state'] === 'string' && record['state'] !== 'off'
}

/**
 * Adds the checks that only a form can make: a condition that was added but is still empty would make the rule apply to
 * everything.
 */
export function withIntent(resource: AnyResource, { added, mayHoldForAll }: Intent): AnyResource {
  return {
    ...resource,
    *check(draft) {
      yield* resource.check?.(draft) ?? []
      // The form keeps a draft by the definition that rules are part of.
      const rule = draft as unknown as Rule
      const held = dimensionsOf(rule)
      const empty = [...added].filter((one) => !held.includes(one))
      for (const one of empty)
        yield {
          field: conditionKeys[one][0] ?? 'eventIds',
          message: t('Complete this condition or remove it.'),
        }
      if (rule.isEnabled && held.length === 0 && empty.length === 0 && !mayHoldForAll && !isStoredForAll(draft)) {
        yield { field: 'isEnabled', message: t('Confirm that it can apply to everything, or add a condition.') }
      }
    },
  }
}
