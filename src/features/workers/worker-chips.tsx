import type { Tone } from '../../core/resource/fields.ts'
import { t } from '../../core/i18n/language.ts'
import { Chip } from '../../ui/resource/cells.tsx'
import type { RunState, WorkerState } from './worker-states.ts'
import { runLabels, stateLabels } from './worker-states.ts'

const workerTones: Record<WorkerState, Tone> = {
  failing: 'bad',
  late: 'bad',
  growing: 'bad',
  paused: 'warn',
  running: 'busy',
  fine: 'good',
  waiting: 'neutral',
}

const runTones: Record<RunState, Tone> = {
  queued: 'busy',
  running: 'busy',
  succeeded: 'good',
  failed: 'bad',
  skipped: 'neutral',
  cancelled: 'warn',
}

export function WorkerChip({ state }: { state: WorkerState }) {
  return <Chip tone={workerTones[state]}>{t(stateLabels[state])}</Chip>
}

export function RunChip({ state }: { state: RunState }) {
  return <Chip tone={runTones[state]}>{t(runLabels[state])}</Chip>
}
