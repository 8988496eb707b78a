import { IconListCheck } from '@tabler/icons-react'
import { t } from '../../../core/i18n/language.ts'
import { CommandButton } from '../../../ui/resource/command.tsx'
import { useRecordPaths } from '../../../ui/resource/record-paths.tsx'
import type { CommandProps } from '../../../ui/resource/screen-parts.web.ts'

const off: readonly unknown[] = ['cancelled', 'postponed', 'rescheduled']

/** From performances that were called off to what becomes of their orders. */
export function RunOfPerformances({ records }: CommandProps) {
  const states = records.map((record) => (record as Off).status)
  return <RunButton states={states} query={`performances=${records.map(({ id }) => id).join()}`} />
}

export function RunOfEvent({ records: [event] }: CommandProps) {
  return <RunButton states={event ? [(event as Off).schedule] : []} query={`event=${event?.id ?? ''}`} />
}

/** What the two have of it. */
interface Off {
  readonly status?: unknown
  readonly schedule?: unknown
}

function RunButton({ states, query }: { readonly states: readonly unknown[]; readonly query: string }) {
  const page = useRecordPaths()('order-runs', 'start')
  if (states.length === 0 || !states.every((state) => off.includes(state)) || page === null) return null
  const label = states.includes('cancelled') ? t('Cancel or refund orders…') : t('Update postponed orders…')
  return <CommandButton label={label} icon={IconListCheck} href={`${page}?${query}`} />
}
