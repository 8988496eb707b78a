import { Button } from '@mantine/core'
import { IconCalendarTime, IconFileImport, IconLink, IconList } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { msg, t } from '../../core/i18n/language.ts'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { lazyScreen } from '../../ui/lazy-screen.tsx'
import { ListScreen } from '../../ui/resource/list-screen.tsx'
import { useMay } from '../../core/browser/session.web.ts'
import { useRouteQuery } from '../../ui/navigation.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { type QuickFilter, QuickFilters } from '../../ui/quick-filters.tsx'
import { changesLabel } from './changes-label.ts'
import { matches } from './matches.ts'
import classes from './matches.module.css'

const FixtureImport = lazy(async () => ({ default: (await import('./fixture-import.tsx')).FixtureImport }))
const LinkDialog = lazy(async () => ({ default: (await import('./link-dialog.tsx')).LinkDialog }))
const MatchChangesLabel = lazyScreen(async () => (await import('./match-changes-label.tsx')).MatchChangesLabel)
const MatchChanges = lazy(async () => ({ default: (await import('./match-changes.tsx')).MatchChanges }))

/** Common filters for a list that begins years ago. */
const questions: readonly QuickFilter[] = [
  { label: msg('To come'), filter: { isPast: false } },
  { label: msg('Played'), filter: { status: ['played'] } },
]

/** Buttons that change between the table, the kickoffs that wait for approval, and the import; which one is in the address. */
function Views() {
  const [{ show }, setQuery] = useRouteQuery()
  const may = useMay()
  const view = (name: string | null, label: ReactNode, Icon: typeof IconList) => (
    <Button
      variant={(show ?? null) === name ? 'light' : 'default'}
      aria-pressed={(show ?? null) === name}
      leftSection={<Icon size={15} aria-hidden />}
      onClick={() => setQuery({ show: name })}
    >
      {label}
    </Button>
  )
  return (
    <span className={classes['views']} role="group" aria-label={t('View')}>
      {view(null, t('Table'), IconList)}
      {view(
        'changes',
        <Suspense fallback={changesLabel(0)}>
          <MatchChangesLabel />
        </Suspense>,
        IconCalendarTime,
      )}
      {may('write', 'matches') && may('write', 'performers') && view('import', t('Import fixtures'), IconFileImport)}
    </span>
  )
}

const widths = { name: 250, localTime: 80 }
const toCome = { filter: JSON.stringify({ isPast: false }) }

/**
 * Opens with the upcoming matches, as a filter in the URL that can be removed, because the list begins years ago. A URL
 * with parameters of its own is left alone.
 */
export function MatchListScreen() {
  const [query, setQuery] = useRouteQuery()
  const [isBare, setBare] = useState(Object.keys(query).length === 0)
  useEffect(() => {
    if (!isBare) return
    setQuery(toCome, { replace: true })
    setBare(false)
  }, [isBare, setQuery])
  return isBare ? null : <MatchViews />
}

function MatchViews() {
  const [{ show }] = useRouteQuery()
  const may = useMay()
  if (show === 'import')
    return (
      <PageFrame actions={<Views />}>
        <Suspense>
          <FixtureImport />
        </Suspense>
      </PageFrame>
    )
  if (show === 'changes')
    return (
      <PageFrame actions={<Views />}>
        <Suspense>
          <MatchChanges />
        </Suspense>
      </PageFrame>
    )
  return (
    <ListScreen
      of={matches}
      widths={widths}
      actions={
        <>
          <QuickFilters questions={questions} />
          <Views />
        </>
      }
      {...(may('write', 'rules') &&
        may('ui', 'events') && { bulkActions: (selected, clear) => <LinkButton chosen={selected} clear={clear} /> })}
    />
  )
}

function LinkButton({ chosen, clear }: { chosen: readonly AnyRecord[]; clear: () => void }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" leftSection={<IconLink size={15} aria-hidden />} onClick={() => setOpen(true)}>
        {t('Link to events…')}
      </Button>
      {isOpen && (
        <Suspense>
          <LinkDialog
            chosen={chosen}
            onClose={() => setOpen(false)}
            onDone={() => {
              setOpen(false)
              clear()
            }}
          />
        </Suspense>
      )}
    </>
  )
}
