import { Button, NativeSelect, Textarea } from '@mantine/core'
import { useState } from 'react'
import { FailedRequest } from '../../core/browser/request-errors.web.ts'
import { exponentOf } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DigitsInput } from '../../ui/digits-input.tsx'
import { useAnswer, useCommand } from '../../ui/resource/client.web.ts'
import { DateInput } from '../../ui/resource/date-input.tsx'
import { toast } from '../../ui/toast-store.web.ts'
import { customers } from '../customers/customers.ts'
import { listCurrencies } from '../currencies/currencies.ts'
import { grantCredit } from './store-credit.endpoints.ts'
import classes from './credit-of-customer.module.css'

interface GrantDialogProps {
  readonly id: number
  readonly onClose: () => void
  readonly onDone: () => void
}

interface Draft {
  readonly currency: string
  readonly amount: number | null
  readonly expiresOn: string | null
  readonly reason: string
}

function inAYear(): string {
  const day = new Date()
  day.setUTCFullYear(day.getUTCFullYear() + 1)
  return day.toISOString().slice(0, 10)
}

/** Gives goodwill: how much, until when and why. */
export function GrantDialog({ id, onClose, onDone }: GrantDialogProps) {
  const [draft, setDraft] = useState<Draft>(() => ({ currency: 'EUR', amount: null, expiresOn: inAYear(), reason: '' }))
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const grant = useCommand(grantCredit, { refresh: [customers], quiet: [403, 404, 409, 422] })
  const change = (part: Partial<Draft>) => {
    setDraft({ ...draft, ...part })
    setProblems({})
  }

  async function give(): Promise<void> {
    try {
      // What is blank is refused by the server, with a sentence on its field.
      await grant.mutateAsync({
        params: { id },
        input: { ...draft, amount: draft.amount ?? 0, expiresOn: draft.expiresOn ?? '' },
      })
      toast.success(t('Store credit given'))
      onDone()
    } catch (failure) {
      if (failure instanceof FailedRequest) setProblems(failure.body.fields ?? { '': failure.message })
    }
  }
  return (
    <Dialog title={t('Give store credit')} onClose={onClose} size={480}>
      <form
        noValidate
        className={classes['form']}
        onSubmit={(event) => {
          event.preventDefault()
          void give()
        }}
      >
        <GrantFields draft={draft} problems={problems} onChange={change} />
        {problems[''] !== undefined && (
          <p role="alert" className={classes['problem']}>
            {problems['']}
          </p>
        )}
        <div className={classes['buttons']}>
          <Button variant="default" onClick={onClose}>
            {t('Close')}
          </Button>
          <Button type="submit" loading={grant.isPending}>
            {t('Give credit')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

interface GrantFieldsProps {
  readonly draft: Draft
  readonly problems: Readonly<Record<string, string>>
  readonly onChange: (part: Partial<Draft>) => void
}

function GrantFields({ draft, problems, onChange: change }: GrantFieldsProps) {
  const currencies = useAnswer(listCurrencies, {})
  const codes = (currencies.data ?? []).filter(({ isEnabled, code }) => isEnabled || code === draft.currency)
  return (
    <>
      <div className={classes['pair']}>
        <DigitsInput
          label={t('Amount')}
          withAsterisk
          aria-required
          digits={exponentOf(draft.currency)}
          decimalScale={exponentOf(draft.currency)}
          allowNegative={false}
          value={draft.amount}
          error={problems['amount']}
          onChange={(amount) => change({ amount })}
        />
        <NativeSelect
          label={t('Currency')}
          value={draft.currency}
          error={problems['currency']}
          data={codes.length === 0 ? [draft.currency] : codes.map(({ code }) => code)}
          onChange={({ currentTarget }) => change({ currency: currentTarget.value })}
        />
      </div>
      {/* Store credit ends with a day of UTC. */}
      <DateInput
        kind="date"
        zone="UTC"
        label={t('Last day')}
        withAsterisk
        aria-required
        value={draft.expiresOn}
        error={problems['expiresOn']}
        onChange={(expiresOn) => change({ expiresOn })}
      />
      <Textarea
        label={t('Reason')}
        description={t('For your colleagues and the audit log')}
        rows={2}
        withAsterisk
        aria-required
        value={draft.reason}
        error={problems['reason']}
        onChange={({ currentTarget }) => change({ reason: currentTarget.value })}
      />
    </>
  )
}
