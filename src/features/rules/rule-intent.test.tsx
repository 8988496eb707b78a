import { describe, expect, it } from 'vitest'
import { problemsOf } from '../../core/resource/draft.ts'
import { startOf } from '../../ui/resource/draft-state.web.ts'
import { nothingMeant, withIntent } from './rule-intent.web.ts'
import { rules } from './rules.ts'

const draft = (values: object) => ({
  ...startOf(rules, null),
  name: 'Of a test',
  type: 'markup',
  markup: 100,
  ...values,
})

describe('a rule in its form', () => {
  it('is not saved while a condition that was added is empty', () => {
    const form = withIntent(rules, { ...nothingMeant, added: new Set(['venue', 'price'] as const) })
    const said = 'Complete this condition or remove it.'
    expect(problemsOf(form, draft({}))).toEqual({ venueIds: said, currency: said })
    expect(problemsOf(form, draft({ venueIds: [4], isEnabled: true }))).toEqual({ currency: said })
    expect(problemsOf(form, draft({ venueIds: [4], currency: 'EUR', priceFrom: 0 }))).toEqual({})
  })

  it('is not enabled for everything without a confirmation, unless it is already', () => {
    const problem = { isEnabled: 'Confirm that it can apply to everything, or add a condition.' }
    const form = withIntent(rules, nothingMeant)
    expect(problemsOf(form, draft({ isEnabled: true }))).toEqual(problem)
    expect(problemsOf(form, draft({ isEnabled: true, specificity: 0, state: 'off' }))).toEqual(problem)
    expect(problemsOf(form, draft({ isEnabled: true, specificity: 0, state: 'active' }))).toEqual({})
    expect(problemsOf(form, draft({ isEnabled: true, daysTo: 3 }))).toEqual({})
    expect(problemsOf(form, draft({}))).toEqual({})
    expect(problemsOf(withIntent(rules, { ...nothingMeant, mayHoldForAll: true }), draft({ isEnabled: true }))).toEqual(
      {},
    )
  })
})
