import { IconCalendarX } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { mayChange } from '../../../core/resource/city-limits.ts'
import { t } from '../../../core/i18n/language.ts'
import type { AnyRecord } from '../../../ui/resource/client.web.ts'
import { useSession } from '../../../core/browser/session.web.ts'
import { performances } from '../performance/performances.ts'
import { CommandButton } from '../../../ui/resource/command.tsx'

const CancelOrPostponeDialog = lazy(async () => ({
  default: (await import('./cancel-or-postpone-dialog.tsx')).CancelOrPostponeDialog,
}))

/** Cancels or postpones one performance, including a past one that turns out not to have taken place. */
export function CancelOrPostponeButton({ performance }: { performance: AnyRecord }) {
  const [isOpen, setOpen] = useState(false)
  const session = useSession()
  // A performance that was cancelled in the meantime stays open here, to notify the customers.
  if (
    (performance['status'] === 'cancelled' && !isOpen) ||
    session === null ||
    !mayChange(session.grants, performances, performance)
  )
    return null
  const close = () => setOpen(false)
  return (
    <>
      <CommandButton
        label={t('Cancel or postpone…')}
        icon={IconCalendarX}
        place="last"
        opensDialog
        run={() => setOpen(true)}
      />
      {isOpen && (
        <Suspense>
          <CancelOrPostponeDialog chosen={[performance]} onClose={close} onDone={close} />
        </Suspense>
      )}
    </>
  )
}
