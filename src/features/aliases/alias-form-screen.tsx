import { lazy, Suspense, useMemo } from 'react'
import { t } from '../../core/i18n/language.ts'
import { recordIdIn } from '../../core/record-id.ts'
import { useAnswer, useRecord } from '../../ui/resource/client.web.ts'
import { FormScreen } from '../../ui/resource/form-screen.tsx'
import { FormSkeleton } from '../../ui/resource/states.tsx'
import { useMay } from '../../core/browser/session.web.ts'
import { useRouteQuery } from '../../ui/navigation.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { readComparison, readMembers } from './alias.endpoints.ts'
import { subcategories } from '../categories/subcategories.ts'
import { cities } from '../places/geo/cities.ts'
import classes from './aliases.module.css'
import { aliases } from './aliases.ts'
import { MembersPanel } from './members-panel.tsx'
import { SupplierComparisonPanel } from './supplier-comparison-panel.tsx'

const LinksPanel = lazy(async () => ({ default: (await import('./links-panel.tsx')).LinksPanel }))
const PerformancePanel = lazy(async () => ({ default: (await import('./performance-panel.tsx')).PerformancePanel }))

/** Fields that do not apply to a copy: its review date and its canonical page. */
const resetOnCopy = ['reviewedOn', 'canonicalId'] as const

/** With `cityId` and `subcategoryId` in the address a new one begins as the page of both. */
export function AliasFormScreen() {
  const [{ cityId, subcategoryId }] = useRouteQuery()
  const may = useMay()
  const [city, subcategory] = [recordIdIn(cityId), recordIdIn(subcategoryId)]
  if (
    city === null ||
    subcategory === null ||
    !may('ui', cities.access.object) ||
    !may('ui', subcategories.access.object)
  )
    return <AliasForm />
  return <NewAliasOf cityId={city} subcategoryId={subcategory} />
}

function NewAliasOf({ cityId, subcategoryId }: { cityId: number; subcategoryId: number }) {
  const city = useRecord(cities, cityId)
  const subcategory = useRecord(subcategories, subcategoryId)
  const [place, section] = [city.data, subcategory.data]
  const begin = useMemo(
    () =>
      place && section
        ? {
            cityId: place.id,
            city: { id: place.id, title: place.name },
            subcategoryIds: [section.id],
            subcategories: [{ id: section.id, title: section.name }],
          }
        : undefined,
    [place, section],
  )
  if (city.isError || subcategory.isError) return <AliasForm />
  return begin ? (
    <AliasForm begin={begin} />
  ) : (
    <PageFrame>
      <FormSkeleton />
    </PageFrame>
  )
}

function AliasForm({ begin }: { begin?: Readonly<Record<string, unknown>> }) {
  const may = useMay()
  const [mayRead, maySeeSales] = [may('ui', 'products'), may('ui', 'purchases')]
  const [{ id: named }] = useRouteQuery()
  const id = recordIdIn(named)
  // The products come before the fields, so all of them are shown at once: nothing moves when they arrive.
  const asked = { params: { id: id ?? 0 }, enabled: mayRead && id !== null, quiet: [404] }
  const answers = [useAnswer(readMembers, asked), useAnswer(readComparison, asked)]
  return (
    <FormScreen
      of={aliases}
      resetOnCopy={resetOnCopy}
      isWaiting={answers.some(({ isLoading }) => isLoading)}
      {...(begin && { begin })}
      above={(record) =>
        mayRead && (
          <>
            <MembersPanel alias={record} />
            <SupplierComparisonPanel alias={record} />
          </>
        )
      }
      below={(record) => (
        <>
          {!mayRead && <Unseen />}
          <Suspense>
            {mayRead && maySeeSales && <PerformancePanel alias={record} />}
            <LinksPanel key={record.version} alias={record} />
          </Suspense>
        </>
      )}
    />
  )
}

function Unseen() {
  return <p className={classes['note']}>{t('Its products are visible to people who can see products.')}</p>
}
