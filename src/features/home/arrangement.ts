import * as z from 'zod/mini'
import { defineEndpoint } from '../../core/http/endpoint.ts'
import { t } from '../../core/i18n/language.ts'
import { homePanels } from './home-labels.ts'

const panels = z
  .array(z.enum(homePanels, { error: () => t('Send a panel of the home page.') }), {
    error: () => t('Send the panels as a list.'),
  })
  .check(
    z.maxLength(homePanels.length, { error: () => t('List each panel once.') }),
    z.refine((names) => new Set(names).size === names.length, { error: () => t('List each panel once.') }),
  )

export const arrangement = z
  .strictObject({ order: panels, hidden: panels })
  .register(z.globalRegistry, { id: 'HomeArrangement' })

/** How a person has arranged the home page: the panels in their order, and which of them are hidden. */
export type Arrangement = z.output<typeof arrangement>

export const usualArrangement: Arrangement = { order: [...homePanels], hidden: [] }

export const arrangeHome = defineEndpoint('PUT /rest/data/dashboard/arrangement', {
  summary: 'Put the panels of the caller’s home page in an order, and hide some; they are the same on every machine',
  access: 'signed-in',
  tag: 'Home',
  input: arrangement,
  output: arrangement,
})

/** What is stored, without panels that no longer exist; those that are new come last. */
export function arrangementOf(stored: {
  readonly order: readonly string[]
  readonly hidden: readonly string[]
}): Arrangement {
  const known = (names: readonly string[]) => names.flatMap((name) => homePanels.find((panel) => panel === name) ?? [])
  const order = known(stored.order)
  return {
    order: [...order, ...homePanels.filter((panel) => !order.includes(panel))],
    hidden: known(stored.hidden),
  }
}
