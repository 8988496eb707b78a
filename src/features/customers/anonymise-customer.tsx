import { Button, Textarea } from '@mantine/core'
import { IconUserOff } from '@tabler/icons-react'
import { useState } from 'react'
import { FailedRequest } from '../../core/browser/request-errors.web.ts'
import { useMay } from '../../core/browser/session.web.ts'
import { t } from '../../core/i18n/language.ts'
import { Dialog } from '../../ui/dialog.tsx'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { useCommand } from '../../ui/resource/client.web.ts'
import { CommandButton } from '../../ui/resource/command.tsx'
import { confirmFreshSignIn } from '../../ui/resource/fresh-sign-in.web.ts'
import { reasonProblem } from '../../ui/resource/reveal-button.tsx'
import { toast } from '../../ui/toast-store.web.ts'
import { anonymiseCustomer } from './customer.endpoints.ts'
import { customers } from './customers.ts'
import classes from './customers.module.css'

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
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const [refusal, setRefusal] = useState<string>()
  const anonymise = useCommand(anonymiseCustomer, { refresh: [customers], quiet: [403, 409, 422] })

  async function submit(): Promise<void> {
    const found = reasonProblem(reason)
    setProblem(found)
    if (found !== undefined) return
    try {
      await anonymise.mutateAsync({ params: { id: record.id }, input: { reason } })
      toast.success(t('Customer anonymised'))
      onClose()
    } catch (failure) {
      if (!(failure instanceof FailedRequest)) return
      setProblem(failure.body.fields?.['reason'])
      if (!failure.body.fields) setRefusal(failure.message)
    }
  }
  return (
    <Dialog title={t('Anonymise customer')} onClose={onClose} size={480}>
      <form
        noValidate
        className={classes['dialog']}
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <p>
          {t('Erases the name, address, notes, messages and reviews of {name} everywhere. Store credit ends.', {
            name: String(record['name']),
          })}
        </p>
        <p>{t('Orders keep their amounts, and invoices stay as issued. You can’t undo this.')}</p>
        {refusal !== undefined && <p role="alert">{refusal}</p>}
        <Textarea
          label={t('Reason')}
          description={t('Kept in the audit with your name. Don’t name the customer.')}
          withAsterisk
          aria-required
          data-autofocus
          autosize
          minRows={2}
          maxLength={500}
          value={reason}
          error={problem}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          onChange={({ currentTarget }) => {
            setReason(currentTarget.value)
            setProblem(undefined)
          }}
        />
        <div className={classes['buttons']}>
          <Button variant="default" onClick={onClose} disabled={anonymise.isPending}>
            {t('Cancel')}
          </Button>
          <Button type="submit" color="red" loading={anonymise.isPending}>
            {t('Anonymise')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
