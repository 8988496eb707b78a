import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { msg, t } from '../../core/i18n/language.ts'
import { ListScreen } from '../../ui/resource/list-screen.tsx'
import { recoverables } from './recoverables.ts'

const AgesDialog = lazy(async () => ({ default: (await import('./ages-dialog.tsx')).AgesDialog }))

const questions = [
  { label: msg('Open'), filter: { state: 'open' } },
  { label: msg('Settled'), filter: { state: 'settled' } },
  { label: msg('Written off'), filter: { state: 'written_off' } },
] as const
const widths = { state: 250, providerId: 190 }

/** Claims on suppliers and sellers, the oldest open one first. */
export function RecoverableListScreen() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <ListScreen
        questions={questions}
        of={recoverables}
        opens="view"
        widths={widths}
        actions={
          <>
            <Button variant="default" onClick={() => setOpen(true)}>
              {t('Open by age…')}
            </Button>
          </>
        }
      />
      {isOpen && (
        <Suspense>
          <AgesDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
