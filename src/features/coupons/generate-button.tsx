import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { t } from '../../core/i18n/language.ts'
import type { AnyRecord } from '../../ui/resource/client.web.ts'

const GenerateDialog = lazy(async () => ({ default: (await import('./generate-dialog.tsx')).GenerateDialog }))

/** Opens the dialog that makes many codes at once, like a given coupon or from nothing. */
export function GenerateButton({ like }: { like: AnyRecord | null }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('Generate codes')}
      </Button>
      {isOpen && (
        <Suspense>
          <GenerateDialog like={like} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
