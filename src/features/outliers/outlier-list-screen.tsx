import { msg } from '../../core/i18n/language.ts'
import { QuickFilters } from '../../ui/quick-filters.tsx'
import { ListScreen } from '../../ui/resource/list-screen.tsx'
import { ticketMapOutliers } from './ticket-map-outliers.ts'

const undecided = { status: ['open', 'reopened'] }

const questions = [
  { label: msg('To do'), filter: undecided },
  { label: msg('Sections'), filter: { ...undecided, kind: ['unknown_section', 'ambiguous', 'wrong_configuration'] } },
  { label: msg('Prices'), filter: { ...undecided, kind: ['price_outlier'] } },
] as const

const opensAs = { filter: JSON.stringify(undecided) }
const widths = { rawSection: 190, suggestion: 170 }

/** Outliers, those with the most money at stake first. What is decided is out of the way until someone asks for it. */
export function OutlierListScreen() {
  return (
    <ListScreen
      of={ticketMapOutliers}
      widths={widths}
      opensAs={opensAs}
      actions={<QuickFilters questions={questions} />}
    />
  )
}
