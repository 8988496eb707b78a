import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { t } from '../../core/i18n/language.ts'
import type { CommandProps } from '../../ui/resource/screen-parts.web.ts'

const AttachDialog = lazy(async () => ({ default: (await import('./attach-dialog.tsx')).AttachDialog }))

/** Adds the selected products to a public page. Retired products are never sold again, so they do not offer it. */
export function AttachButton({ records, onDone }: CommandProps) {
  const [isOpen, setOpen] = useState(false)
  if (records.every(({ status }) => status === 'retired')) return null
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('Attach to alias…')}
      </Button>
      {isOpen && (
        <Suspense>
          <AttachDialog products={records} onClose={() => setOpen(false)} onDone={onDone} />
        </Suspense>
      )}
    </>
  )
}
