import {
  IconAdjustments,
  IconCalendarTime,
  IconPlayerPause,
  IconPlayerPlay,
  IconRefresh,
  IconStack2,
} from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '../../core/i18n/language.ts'
import { confirmBox } from '../../ui/message-box-store.web.ts'
import { CommandButton } from '../../ui/resource/command.tsx'
import { toast } from '../../ui/toast-store.web.ts'
import { ConcurrencyDialog } from './concurrency-dialog.tsx'
import { PauseDialog } from './pause-dialog.tsx'
import { RunDialog } from './run-dialog.tsx'
import { ScheduleDialog } from './schedule-dialog.tsx'
import type { WorkerDetails } from './workers.endpoints.ts'
import { resumeWorker, runWorker } from './workers.endpoints.ts'
import { useWorkerCommand } from './workers.web.ts'

/** What staff can do with a worker. */
export function WorkerCommands({ worker }: { worker: WorkerDetails }) {
  const run = useWorkerCommand(runWorker, worker.name)
  const resume = useWorkerCommand(resumeWorker, worker.name)
  const [isPausing, setPausing] = useState(false)
  const [isScheduling, setScheduling] = useState(false)
  const [isLimiting, setLimiting] = useState(false)
  const [isSetting, setSetting] = useState(false)
  const { label, paused, queuedAt, schedule } = worker

  async function runNow(): Promise<void> {
    if (paused) {
      const { action } = await confirmBox(
        t('It stays paused afterwards. Reason for the pause: {reason}', { reason: paused.reason }),
        t('Run {worker} although it is paused?', { worker: label }),
        { confirmText: t('Run once'), type: 'warning' },
      )
      if (action !== 'confirm') return
    }
    // A failure has been shown by the client already.
    const asked = await run.mutateAsync({ evenIfPaused: paused !== null }).catch(() => null)
    if (asked) toast.success(t('Run requested'))
  }

  async function resumeNow(): Promise<void> {
    if (await resume.mutateAsync(undefined).catch(() => null)) toast.success(t('{worker} resumed', { worker: label }))
  }

  return (
    <>
      <CommandButton
        label={t('Run now')}
        icon={IconRefresh}
        place={paused ? undefined : 'primary'}
        isBusy={run.isPending}
        disabledReason={queuedAt === null ? undefined : t('A run is waiting to start.')}
        run={() => void runNow()}
      />
      {worker.parameters.length > 0 && (
        <CommandButton
          label={t('Run with parameters…')}
          icon={IconAdjustments}
          opensDialog
          disabledReason={queuedAt === null ? undefined : t('A run is waiting to start.')}
          run={() => setSetting(true)}
        />
      )}
      {paused ? (
        <CommandButton
          label={t('Resume')}
          icon={IconPlayerPlay}
          place="primary"
          isBusy={resume.isPending}
          run={() => void resumeNow()}
        />
      ) : (
        <CommandButton label={t('Pause…')} icon={IconPlayerPause} opensDialog run={() => setPausing(true)} />
      )}
      {schedule && (
        <CommandButton
          label={t('Edit schedule…')}
          icon={IconCalendarTime}
          opensDialog
          run={() => setScheduling(true)}
        />
      )}
      {worker.overlap === 'share' && (
        <CommandButton label={t('Set concurrency…')} icon={IconStack2} opensDialog run={() => setLimiting(true)} />
      )}
      {isSetting && <RunDialog worker={worker} onClose={() => setSetting(false)} />}
      {isLimiting && <ConcurrencyDialog worker={worker} onClose={() => setLimiting(false)} />}
      {schedule && isScheduling && (
        <ScheduleDialog worker={worker} schedule={schedule} onClose={() => setScheduling(false)} />
      )}
      {isPausing && <PauseDialog worker={worker} onClose={() => setPausing(false)} />}
    </>
  )
}
