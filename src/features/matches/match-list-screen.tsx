import { Button } from '@mantine/core'
import { IconCalendarTime, IconFileImport, IconLink, IconList } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { lazy, Suspense, useState } from 'react'
import { msg, t } from '../../core/i18n/language.ts'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { lazyScreen } from '../../ui/lazy-screen.tsx'
import type { ListQuestion } from '../../ui/resource/screen-parts.web.ts'
import { ListScreen } from '../../ui/resource/list-screen.tsx'
import { useMay } from '../../core/browser/session.web.ts'
import { useRouteQuery } from '../../ui/navigation.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { changesLabel } from './changes-label.ts'
import { matches } from './matches.ts'
import classes from './matches.module.css'
import { upcoming } from './match-address.ts'

const FixtureImport = lazy(async () => ({ default: (await import('./fixture-import.tsx')).FixtureImport }))
const LinkDialog = lazy(async () => ({ default: (await import('./link-dialog.tsx')).LinkDialog }))
const MatchChangesLabel = lazyScreen(async () => (await import('./match-changes-label.tsx')).MatchChangesLabel)
const MatchChanges = lazy(async () => ({ default: (await import('./match-changes.tsx')).MatchChanges }))

/** Common filters for a list that begins years ago. */
const questions: readonly ListQuestion[] = [
  { label: msg('Upcoming'), filter: upcoming },
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

const widths = { name: 260, localTime: 80 }

export function MatchListScreen() {
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
      questions={questions}
      of={matches}
      widths={widths}
      actions={<Views />}
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
