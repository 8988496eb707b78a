import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { useMay } from '../../core/browser/session.web.ts'
import { t } from '../../core/i18n/language.ts'
import { lazyScreen } from '../../ui/lazy-screen.tsx'
import { purchases } from './purchases.ts'

const DeadlinesDialog = lazyScreen(async () => (await import('./deadlines-dialog.tsx')).DeadlinesDialog)

/** Opens how long staff have for each next step, for those who can change it. */
export function DeadlinesButton() {
  const [isOpen, setOpen] = useState(false)
  if (!useMay()('write', purchases.access.object)) return null
  return (
    <>
      <Button variant="default" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('Deadlines')}
      </Button>
      {isOpen && (
        <Suspense>
          <DeadlinesDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
