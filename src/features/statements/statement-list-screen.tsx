import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useMay } from '../../core/browser/session.web.ts'
import { msg, t } from '../../core/i18n/language.ts'
import { ListScreen } from '../../ui/resource/list-screen.tsx'
import { supplierProviders } from './statement-kinds.ts'
import { statements } from './statements.ts'

const UploadDialog = lazy(async () => ({
  default: (await import('./upload-statement-dialog.tsx')).UploadStatementDialog,
}))

const questions = [
  { label: msg('With differences'), filter: { differences: { gte: 1 } }, isAlarm: true },
  { label: msg('Suppliers'), filter: { provider: supplierProviders } },
] as const
const widths = { name: 260 }

/** All statements, the newest day first. */
export function StatementListScreen() {
  const mayWrite = useMay()('write', 'purchases')
  const [isOpen, setOpen] = useState(false)
  const upload = mayWrite && <Button onClick={() => setOpen(true)}>{t('Upload statement…')}</Button>
  return (
    <>
      <ListScreen questions={questions} of={statements} opens="view" widths={widths} start={upload} actions={upload} />
      {isOpen && (
        <Suspense>
          <UploadDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
