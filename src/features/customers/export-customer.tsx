import { IconFileDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { http } from '../../core/browser/http-client.web.ts'
import { useMay, useSession } from '../../core/browser/session.web.ts'
import { seesPersonalData } from '../../core/access/limits.ts'
import { pathOf } from '../../core/http/endpoint.ts'
import { t } from '../../core/i18n/language.ts'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { CommandButton } from '../../ui/resource/command.tsx'
import { confirmFreshSignIn } from '../../ui/resource/fresh-sign-in.web.ts'
import { saveBlob } from '../../ui/resource/save-file.web.ts'
import { toast } from '../../ui/toast-store.web.ts'
import { exportCustomer } from './customer.endpoints.ts'
import { ReasonDialog } from './reason-dialog.tsx'

/** Saves everything about a customer as one file, for a customer who asks for it. */
export function ExportCustomer({ record }: { record: AnyRecord }) {
  const may = useMay()
  const session = useSession()
  const [isOpen, setOpen] = useState(false)
  const isOffered =
    may('export', 'users') &&
    may('ui', 'purchases') &&
    session !== null &&
    ['users', 'purchases'].every((object) => seesPersonalData(session.grants, object)) &&
    record['status'] !== 'anonymised'
  if (!isOffered) return null
  const open = async () => {
    if (await confirmFreshSignIn(t('export a customer’s data'))) setOpen(true)
  }
  return (
    <>
      <CommandButton label={t('Export data…')} icon={IconFileDownload} opensDialog run={() => void open()} />
      {isOpen && <ExportDialog record={record} onClose={() => setOpen(false)} />}
    </>
  )
}

function ExportDialog({ record, onClose }: { record: AnyRecord; onClose: () => void }) {
  const save = useMutation({
    mutationFn: async (reason: string) => {
      const { data } = await http.request('POST', pathOf(exportCustomer, { id: record.id }), {
        body: { reason },
        as: 'blob',
        quiet: [403, 409, 422],
      })
      saveBlob(data as Blob, `customer-${record.id}.zip`)
    },
  })
  return (
    <ReasonDialog
      title={t('Export customer data')}
      description={t('Kept in the audit with your name. Don’t name the customer.')}
      does={t('Export')}
      isBusy={save.isPending}
      run={async (reason) => {
        await save.mutateAsync(reason)
        toast.success(t('Data exported'))
        onClose()
      }}
      onClose={onClose}
    >
      <p>
        {t('Saves a ZIP file with all we know about {name}: profile, orders, messages, consents, notes and invoices.', {
          name: String(record['name']),
        })}
      </p>
      <p>{t('Check notes and messages for the names of others before you send it.')}</p>
    </ReasonDialog>
  )
}
