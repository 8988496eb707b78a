import { IconCalendarEvent, IconConfetti } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { mayChange } from '../../core/resource/city-limits.ts'
import { t } from '../../core/i18n/language.ts'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { FormScreen } from '../../ui/resource/form-screen.tsx'
import { useRecordPaths } from '../../ui/resource/record-paths.tsx'
import { useSession } from '../../core/browser/session.web.ts'
import { CancelOrPostponeButton } from './schedule/cancel-or-postpone-button.tsx'
import { ChangesPanel } from './notices/changes-panel.tsx'
import { ConfigurationInput } from './performance/configuration-input.tsx'
import { performanceWords } from './performance/performance-labels.ts'
import { afterwards, performances } from './performance/performances.ts'
import classes from './performance/performances.module.css'
import { StatusInput } from './schedule/status-input.tsx'
import { CommandButton } from '../../ui/resource/command.tsx'

const OffersPanel = lazy(async () => ({ default: (await import('./performance/offers-panel.tsx')).OffersPanel }))
const MoveDialog = lazy(async () => ({ default: (await import('./schedule/move-dialog.tsx')).MoveDialog }))

const inputs = { venueConfigurationId: ConfigurationInput, status: StatusInput }
const actions = (performance: AnyRecord) => (
  <>
    <EventLink id={Number(performance['eventId'])} />
    <MoveButton performance={performance} />
    <CancelOrPostponeButton performance={performance} />
  </>
)
const aside = (performance: AnyRecord) =>
  performance['isPast'] === true ? (
    <p role="note" className={classes['note']}>
      {t('This performance has taken place. Only what providers call it can be changed, and that it was cancelled.')}
    </p>
  ) : null
const below = (performance: AnyRecord) => (
  <>
    <ChangesPanel performance={performance} />
    <Suspense>
      <OffersPanel performance={performance} />
    </Suspense>
  </>
)
const isFieldLocked = (performance: AnyRecord, key: string) =>
  performance['isPast'] === true && key !== 'status' && !afterwards.has(key)

const nameOf = ({ name }: AnyRecord) => performanceWords(String(name))

export function PerformanceFormScreen() {
  return (
    <FormScreen
      of={performances}
      inputs={inputs}
      actions={actions}
      aside={aside}
      below={below}
      isFieldLocked={isFieldLocked}
      nameOf={nameOf}
    />
  )
}

function EventLink({ id }: { id: number }) {
  const href = useRecordPaths()('events', 'update', id)
  return href === null ? null : <CommandButton label={t('Open the event')} icon={IconConfetti} href={href} />
}

function MoveButton({ performance }: { performance: AnyRecord }) {
  const [isOpen, setOpen] = useState(false)
  const session = useSession()
  if (
    performance['isPast'] === true ||
    performance['status'] === 'cancelled' ||
    session === null ||
    !mayChange(session.grants, performances, performance)
  )
    return null
  return (
    <>
      <CommandButton label={t('Move…')} icon={IconCalendarEvent} opensDialog run={() => setOpen(true)} />
      {isOpen && (
        <Suspense>
          <MoveDialog performance={performance} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
