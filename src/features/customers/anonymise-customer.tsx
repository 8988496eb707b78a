import { IconUserOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useMay } from '../../core/browser/session.web.ts'
import { t } from '../../core/i18n/language.ts'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { useCommand } from '../../ui/resource/client.web.ts'
import { CommandButton } from '../../ui/resource/command.tsx'
import { confirmFreshSignIn } from '../../ui/resource/fresh-sign-in.web.ts'
import { toast } from '../../ui/toast-store.web.ts'
import { anonymiseCustomer } from './customer.endpoints.ts'
import { customers } from './customers.ts'
import { ReasonDialog } from './reason-dialog.tsx'

/** Forgets who a customer is. Offered to people who can change customers, once. */
export function AnonymiseCustomer({ record }: { record: AnyRecord }) {
  const may = useMay()
  const [isOpen, setOpen] = useState(false)
  if (!may('write', 'users') || record['status'] === 'anonymised') return null
  const open = async () => {
    if (await confirmFreshSignIn(t('anonymise a customer'))) setOpen(true)
  }
  return (
    <>
      <CommandButton label={t('Anonymise…')} icon={IconUserOff} opensDialog run={() => void open()} />
      {isOpen && <AnonymiseDialog record={record} onClose={() => setOpen(false)} />}
    </>
  )
}

function AnonymiseDialog({ record, onClose }: { record: AnyRecord; onClose: () => void }) {
  const anonymise = useCommand(anonymiseCustomer, { refresh: [customers], quiet: [403, 409, 422] })
  return (
    <ReasonDialog
      title={t('Anonymise customer')}
      description={t('Kept in the audit with your name. Don’t name the customer.')}
      does={t('Anonymise')}
      isDangerous
      isBusy={anonymise.isPending}
      run={async (reason) => {
        await anonymise.mutateAsync({ params: { id: record.id }, input: { reason } })
        toast.success(t('Customer anonymised'))
        onClose()
      }}
      onClose={onClose}
    >
      <p>
        {t('Erases the name, address, notes, messages and reviews of {name} everywhere. Store credit ends.', {
          name: String(record['name']),
        })}
      </p>
      <p>{t('Orders keep their amounts, and invoices stay as issued. You can’t undo this.')}</p>
    </ReasonDialog>
  )
}
