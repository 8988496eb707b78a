/** What can be wrong with a listing. */
export const outlierKinds = [
  'unknown_section',
  'ambiguous',
  'wrong_configuration',
  'row_out_of_range',
  'price_outlier',
  'parking_or_extra',
  'listed_twice',
  'too_many_tickets',
] as const
export type OutlierKind = (typeof outlierKinds)[number]

export const outlierStatuses = ['open', 'resolved', 'ignored', 'reopened'] as const
export const outlierResolutions = ['rule', 'once', 'section', 'extra', 'gone'] as const

export const outlierCommands = ['rule', 'once', 'section', 'extra', 'ignore', 'reopen'] as const
export type OutlierCommand = (typeof outlierCommands)[number]

/** Kinds whose section was not found: which one is meant is the question. */
const sectionKinds = ['unknown_section', 'ambiguous', 'wrong_configuration', 'parking_or_extra'] as const

export const isAboutSection = (kind: OutlierKind): boolean => (sectionKinds as readonly string[]).includes(kind)
export const isAboutRow = (kind: OutlierKind): boolean => kind === 'row_out_of_range'

/** What makes sense for a kind in its status; prices, doubles and surpluses are no question of names. */
export function commandsFor(kind: OutlierKind, status: (typeof outlierStatuses)[number]): readonly OutlierCommand[] {
  if (status === 'resolved' || status === 'ignored') return ['reopen']
  if (isAboutSection(kind)) return ['rule', 'once', 'section', 'extra', 'ignore']
  return isAboutRow(kind) ? ['rule', 'section', 'ignore'] : ['ignore']
}
