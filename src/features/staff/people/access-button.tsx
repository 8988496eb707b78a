import '@mantine/core/styles/ActionIcon.layer.css'
import { ActionIcon } from '@mantine/core'
import { IconShieldLock } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { t } from '../../../core/i18n/language.ts'

const AccessDialog = lazy(async () => ({ default: (await import('./access-dialog.tsx')).AccessDialog }))

/** Opens the user's own access, which anyone can see. */
export function AccessButton() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <ActionIcon
        aria-label={t('Your access')}
        title={t('Your access')}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <IconShieldLock size={18} aria-hidden />
      </ActionIcon>
      {isOpen && (
        <Suspense>
          <AccessDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
