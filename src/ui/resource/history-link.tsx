import { IconHistory } from '@tabler/icons-react'
import { t } from '../../core/i18n/language.ts'
import { CommandButton } from './command.tsx'
import { useRecordPaths } from './record-paths.tsx'

/** The link to everything that was ever done to a record; nothing for users who cannot see the audit. */
export function HistoryLink({ resource, id }: { resource: string; id: number | string }) {
  const list = useRecordPaths()('audit', 'list')
  if (list === null) return null
  const filter = JSON.stringify({ object: resource, recordId: String(id) })
  return (
    <CommandButton
      label={t('History')}
      icon={IconHistory}
      href={`${list}?${new URLSearchParams({ filter }).toString()}`}
    />
  )
}
