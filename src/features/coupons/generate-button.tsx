import { IconBarcode } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { t } from '../../core/i18n/language.ts'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { CommandButton } from '../../ui/resource/command.tsx'

const GenerateDialog = lazy(async () => ({ default: (await import('./generate-dialog.tsx')).GenerateDialog }))

/** Opens the dialog that makes many codes at once, like a given coupon or from nothing. */
export function GenerateButton({ like }: { like: AnyRecord | null }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <CommandButton label={t('Generate codes')} icon={IconBarcode} opensDialog run={() => setOpen(true)} />
      {isOpen && (
        <Suspense>
          <GenerateDialog like={like} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
