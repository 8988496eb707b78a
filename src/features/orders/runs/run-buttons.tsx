import { IconListCheck } from '@tabler/icons-react'
import { useMay } from '../../../core/browser/session.web.ts'
import { t } from '../../../core/i18n/language.ts'
import { CommandButton } from '../../../ui/resource/command.tsx'
import { useRecordPaths } from '../../../ui/resource/record-paths.tsx'
import type { CommandProps } from '../../../ui/resource/screen-parts.web.ts'

const off: readonly unknown[] = ['cancelled', 'postponed', 'rescheduled']

/** From performances that were called off to what becomes of their orders. */
export function RunOfPerformances({ records }: CommandProps) {
  const isOff = records.length > 0 && records.every((record) => off.includes((record as Off).status))
  return <RunButton isOff={isOff} query={`performances=${records.map(({ id }) => id).join()}`} />
}

export function RunOfEvent({ records: [event] }: CommandProps) {
  const isOff = event !== undefined && off.includes((event as Off).schedule)
  return <RunButton isOff={isOff} query={`event=${event?.id ?? ''}`} />
}

/** What the two have of it. */
interface Off {
  readonly status?: unknown
  readonly schedule?: unknown
}

function RunButton({ isOff, query }: { readonly isOff: boolean; readonly query: string }) {
  const page = useRecordPaths()('order-runs', 'start')
  const mayWrite = useMay()('write', 'events')
  if (!isOff || !mayWrite || page === null) return null
  return <CommandButton label={t('Cancel or refund orders…')} icon={IconListCheck} href={`${page}?${query}`} />
}
