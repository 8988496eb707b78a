import { msg } from '../../../core/i18n/language.ts'

/** What runs of jobs about all suppliers can be narrowed to. */
export const supplierParameter = {
  kind: 'choice',
  label: msg('Supplier'),
  hint: msg('Blank means all suppliers.'),
  options: { viator: 'Viator', tiqets: 'Tiqets', globick: 'Globick', tourcms: 'TourCMS' },
} as const
