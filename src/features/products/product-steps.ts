import { t } from '../../core/i18n/language.ts'
import type { ProductStatus } from './product-statuses.ts'
import type { UnitFindings } from './units-of-options.ts'

/** The facts that decide whether a product can take a step. */
export interface StepFacts {
  readonly status: ProductStatus
  readonly subcategoryIds: readonly number[]
  readonly activeOptions: number
  /** Findings about the units of the active options. */
  readonly units: readonly UnitFindings[]
  readonly retailFrom: number
  readonly syncStatus: string
  /** Purchases with a date still ahead. */
  readonly purchasesToCome: number
}

export type ProductStep = 'map' | 'go_live' | 'suspend' | 'retire'

/** The state that a step leads to. */
export const stepTargets = {
  map: 'mapped',
  go_live: 'live',
  suspend: 'suspended',
  retire: 'retired',
} as const satisfies Record<ProductStep, ProductStatus>

const from: Readonly<Record<ProductStep, readonly ProductStatus[]>> = {
  map: ['imported'],
  go_live: ['mapped', 'suspended'],
  suspend: ['live'],
  retire: ['imported', 'mapped', 'suspended'],
}

/** Whether a state allows the step at all, whatever else is missing. */
export function isStepOf(step: ProductStep, status: ProductStatus): boolean {
  return from[step].includes(status)
}

/** Why a product cannot take a step, as a sentence; null if it can. */
export function refuseStep(step: ProductStep, facts: StepFacts): string | null {
  if (!isStepOf(step, facts.status)) return refuseState(step, facts.status)
  if (step === 'map')
    return facts.subcategoryIds.length === 0 ? t('It has no subcategory yet. Map it to one first.') : null
  if (step === 'go_live') return refuseLive(facts)
  if (step === 'retire' && facts.purchasesToCome > 0) {
    return t('{n, plural, one {# upcoming purchase includes it.} other {# upcoming purchases include it.}}', {
      n: facts.purchasesToCome,
    })
  }
  return null
}

function refuseState(step: ProductStep, status: ProductStatus): string {
  if (stepTargets[step] === status) return t('No change needed.')
  if (status === 'retired') return t('It is retired, for good.')
  if (step === 'retire') return t('It’s live. Suspend it first to stop sales.')
  if (step === 'suspend') return t('It is not live, so there is nothing to suspend.')
  return step === 'go_live' ? t('Not mapped yet.') : t('Already mapped.')
}

/** Why no one, or not everyone, could book; null if everyone can. */
export function unitsProblem(findings: readonly UnitFindings[]): string | null {
  const empty = findings.find(({ units }) => units === 0)
  if (empty)
    return empty.option === null
      ? t('No age band, so it can’t be booked.')
      : t('{option} has no age band, so it can’t be booked.', { option: empty.option })
  const open = findings.find(({ gaps }) => gaps.length > 0)
  if (!open) return null
  const ages = open.gaps.join(', ')
  return open.option === null
    ? t('These ages can’t be booked: {ages}. Close the gap, or mark it as intended.', { ages })
    : t('These ages can’t be booked for {option}: {ages}. Close the gap, or mark it as intended.', {
        option: open.option,
        ages,
      })
}

function refuseLive(facts: StepFacts): string | null {
  if (facts.subcategoryIds.length === 0) return t('It has no subcategory yet. Map it to one first.')
  if (facts.activeOptions === 0) return t('None of its options is active.')
  const unsold = unitsProblem(facts.units)
  if (unsold !== null) return unsold
  if (facts.retailFrom === 0) return t('No price.')
  return facts.syncStatus === 'failed'
    ? t('Its last sync failed, so we don’t know whether the supplier still offers it.')
    : null
}
