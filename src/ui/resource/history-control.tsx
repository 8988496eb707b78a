import { IconHistory } from '@tabler/icons-react'
import { Suspense, useEffect, useState } from 'react'
import { historyShortcut, useShortcut } from '../shortcuts.web.ts'
import { t } from '../../core/i18n/language.ts'
import { CommandButton } from './command.tsx'
import { onOpenHistory } from './history-opening.web.ts'
import type { HistoryProps } from './record-tools.tsx'
import { useRecordTools } from './record-tools.tsx'

const nobodyAsks = () => {}

/** Opens how a record came to be what it is. */
export function HistoryControl({
  onRefused = nobodyAsks,
  ...props
}: Omit<HistoryProps, 'onClose' | 'onRefused'> & Partial<Pick<HistoryProps, 'onRefused'>>) {
  const care = useRecordTools()
  const [isOpen, setOpen] = useState(false)
  useShortcut(historyShortcut, () => setOpen(true), care !== null)
  useEffect(() => onOpenHistory(() => setOpen(true)), [])
  if (!care) return null
  return (
    <>
      <CommandButton label={t('History')} icon={IconHistory} shortcut="h" opensDialog run={() => setOpen(true)} />
      {isOpen && (
        <Suspense>
          <care.History {...props} onRefused={onRefused} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
