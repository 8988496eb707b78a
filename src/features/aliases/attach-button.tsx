import { IconSignature } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { t } from '../../core/i18n/language.ts'
import type { CommandProps } from '../../ui/resource/screen-parts.web.ts'
import { CommandButton } from '../../ui/resource/command.tsx'

const AttachDialog = lazy(async () => ({ default: (await import('./attach-dialog.tsx')).AttachDialog }))

/** Adds the selected products to a public page. Retired products are never sold again, so they do not offer it. */
export function AttachButton({ records, onDone }: CommandProps) {
  const [isOpen, setOpen] = useState(false)
  if (records.every(({ status }) => status === 'retired')) return null
  return (
    <>
      <CommandButton label={t('Attach to alias…')} icon={IconSignature} opensDialog run={() => setOpen(true)} />
      {isOpen && (
        <Suspense>
          <AttachDialog products={records} onClose={() => setOpen(false)} onDone={onDone} />
        </Suspense>
      )}
    </>
  )
}
