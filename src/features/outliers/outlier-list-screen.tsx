import { Button } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useMay } from '../../core/browser/session.web.ts'
import { msg, t } from '../../core/i18n/language.ts'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { ListScreen } from '../../ui/resource/list-screen.tsx'
import { useRecordPaths } from '../../ui/resource/record-paths.tsx'
import { ticketMapOutliers } from './ticket-map-outliers.ts'
import { undecided } from './outlier-address.ts'

const DecideSelected = lazy(async () => ({ default: (await import('./decide-selected.tsx')).DecideSelected }))

const questions = [
  { label: msg('To do'), filter: undecided },
  { label: msg('Sections'), filter: { ...undecided, kind: ['unknown_section', 'ambiguous', 'wrong_configuration'] } },
  { label: msg('Prices'), filter: { ...undecided, kind: ['price_outlier'] } },
] as const

/** Figures below another value, which need a word to say what they count. */
const cells = {
  rawRow: ({ rawRow }: AnyRecord) => (typeof rawRow === 'string' ? t('row {row}', { row: rawRow }) : null),
  listingCount: ({ listingCount }: AnyRecord) =>
    t('{n, plural, one {# listing} other {# listings}}', { n: Number(listingCount) }),
  daysLeft: ({ daysLeft }: AnyRecord) =>
    typeof daysLeft === 'number'
      ? t('{n, plural, =0 {today} one {in # day} other {in # days}}', { n: Math.max(0, daysLeft) })
      : null,
}
const widths = { rawSection: 260, stake: 130, nextDate: 104, suggestion: 120, venueId: 146, providerIds: 100 }

/** Outliers, those with the most money at stake first. */
export function OutlierListScreen() {
  const may = useMay()
  const proposals = useRecordPaths()('rule-proposals', 'list')
  return (
    <ListScreen
      questions={questions}
      of={ticketMapOutliers}
      cells={cells}
      widths={widths}
      {...(may('write', 'settings') && {
        bulkActions: (selected, clear) => (
          <Suspense>
            <DecideSelected selected={selected} clear={clear} />
          </Suspense>
        ),
      })}
      actions={
        <>
          {proposals !== null && (
            <Button component="a" href={proposals} variant="default">
              {t('Proposed rules')}
            </Button>
          )}
        </>
      }
    />
  )
}
