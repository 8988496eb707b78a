import { t } from '../../core/i18n/language.ts'
import type { Tone } from '../../core/resource/fields.ts'
import { Chip } from '../../ui/resource/cells.tsx'
import type { ProviderState } from './provider-states.ts'
import { stateLabels } from './provider-states.ts'

const tones: Record<ProviderState, Tone> = {
  failing: 'bad',
  degraded: 'warn',
  unmapped: 'warn',
  paused: 'warn',
  healthy: 'good',
  quiet: 'neutral',
}

export function ProviderChip({ state }: { state: ProviderState }) {
  return <Chip tone={tones[state]}>{t(stateLabels[state])}</Chip>
}
