import { Button } from '@mantine/core'
import { IconCalendarEvent } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { mayChange } from '../../kit/city-limits.ts'
import { t } from '../../kit/language.ts'
import type { AnyRecord } from '../../kit/screens/client.web.ts'
import { FormScreen } from '../../kit/screens/form-screen.tsx'
import { useRecordPaths } from '../../kit/screens/record-paths.tsx'
import { useSession } from '../../kit/session.web.ts'
import { CallOffButton } from './call-off-button.tsx'
import { ChangesPanel } from './changes-panel.tsx'
import { ConfigurationInput } from './configuration-input.tsx'
import { afterwards, performances } from './performances.ts'
import classes from './performances.module.css'
import { StatusInput } from './status-input.tsx'

const OffersPanel = lazy(async () => ({ default: (await import('./offers-panel.tsx')).OffersPanel }))
const PurchasesOf = lazy(async () => ({ default: (await import('./purchases-of.tsx')).PurchasesOf }))
const MoveDialog = lazy(async () => ({ default: (await import('./move-dialog.tsx')).MoveDialog }))

const inputs = { venueConfigurationId: ConfigurationInput, status: StatusInput }
const actions = (performance: AnyRecord) => <><EventLink id={Number(performance['eventId'])} /><MoveButton performance={performance} /><CallOffButton performance={performance} /></>
const aside = (performance: AnyRecord) => (performance['isPast'] === true ? <p role="note" className={classes['note']}>{t('This performance has taken place. Only what providers call it can be changed, and that it was cancelled.')}</p> : null)
const below = (performance: AnyRecord) => <><ChangesPanel performance={performance} /><Suspense><OffersPanel performance={performance} /><PurchasesOf filter={{ performanceId: performance.id }} /></Suspense></>
const isSettled = (performance: AnyRecord, key: string) => performance['isPast'] === true && key !== 'status' && !afterwards.has(key)

export function PerformanceFormScreen() {
  return <FormScreen of={performances} inputs={inputs} actions={actions} aside={aside} below={below} isSettled={isSettled} />
}

function EventLink({ id }: { id: number }) {
  const href = useRecordPaths()('events', 'update', id)
  return href === null ? null : <Button component="a" href={href} variant="default">{t('Open the event')}</Button>
}

function MoveButton({ performance }: { performance: AnyRecord }) {
  const [isOpen, setOpen] = useState(false)
  const session = useSession()
  if (performance['isPast'] === true || performance['status'] === 'cancelled' || session === null || !mayChange(session.grants, performances, performance)) return null
  return (
    <>
      <Button variant="default" leftSection={<IconCalendarEvent size={15} aria-hidden />} onClick={() => setOpen(true)}>{t('Move…')}</Button>
      {isOpen && <Suspense><MoveDialog performance={performance} onClose={() => setOpen(false)} /></Suspense>}
    </>
  )
}
