import { Button } from '@mantine/core'
import { IconCalendarX } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { mayChange } from '../../kit/city-limits.ts'
import { t } from '../../kit/language.ts'
import type { AnyRecord } from '../../kit/screens/client.web.ts'
import { useSession } from '../../kit/session.web.ts'
import { performances } from './performances.ts'

const CallOffDialog = lazy(async () => ({ default: (await import('./call-off-dialog.tsx')).CallOffDialog }))

/** Cancels or postpones one performance, also one of which it becomes known afterwards that it did not take place. */
export function CallOffButton({ performance }: { performance: AnyRecord }) {
  const [isOpen, setOpen] = useState(false)
  const session = useSession()
  // Cancelled meanwhile, it is still open for telling the customers.
  if ((performance['status'] === 'cancelled' && !isOpen) || session === null || !mayChange(session.grants, performances, performance)) return null
  const close = () => setOpen(false)
  return (
    <>
      <Button variant="default" leftSection={<IconCalendarX size={15} aria-hidden />} onClick={() => setOpen(true)}>{t('Call off…')}</Button>
      {isOpen && <Suspense><CallOffDialog chosen={[performance]} onClose={close} onDone={close} /></Suspense>}
    </>
  )
}
