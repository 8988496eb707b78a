import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { pathOf } from '../../../core/http/endpoint.ts'
import { formatMoney, formatNumber, formatPercent, listOf, timeAgo } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import { AnswerPanel } from '../../../ui/resource/answer-panel.tsx'
import { useAnswer, useCommand } from '../../../ui/resource/client.web.ts'
import { toast } from '../../../ui/toast-store.web.ts'
import { FieldsDialog } from './fields-dialog.tsx'
import classes from './provider-terms.module.css'
import { entryFields, noticeOf, termFields } from './provider-terms.ts'
import type { ProviderTermsAnswer } from './provider-terms.endpoints.ts'
import { enterBalance, readProviderTerms, saveProviderTerms } from './provider-terms.endpoints.ts'

/** What is agreed with a provider, and how much of a prepaid balance is left. */
export function ProviderTermsCard({ code, canEdit }: { code: string; canEdit: boolean }) {
  const answer = useAnswer(readProviderTerms, { params: { code } })
  const save = useCommand(saveProviderTerms, { quiet: [409, 422] })
  const enter = useCommand(enterBalance, { quiet: [409, 422] })
  const [open, setOpen] = useState<'terms' | 'balance' | null>(null)
  const params = { code }
  const queries = useQueryClient()
  /** What was saved shows at once. The dialog does not wait until it is read again: it could be sent twice in that time. */
  function show(saved: ProviderTermsAnswer): void {
    queries.setQueryData([pathOf(readProviderTerms, params), {}], saved)
    void answer.refetch()
  }

  return (
    <AnswerPanel title={t('Terms')} answer={answer}>
      {(terms) => (
        <>
          <LowBalance terms={terms} />
          <Facts terms={terms} />
          {canEdit && (
            <div className={classes['actions']}>
              <Button variant="default" size="xs" aria-haspopup="dialog" onClick={() => setOpen('terms')}>
                {t('Edit terms…')}
              </Button>
              {terms.settlement === 'prepaid' && (
                <Button variant="default" size="xs" aria-haspopup="dialog" onClick={() => setOpen('balance')}>
                  {t('Enter balance…')}
                </Button>
              )}
            </div>
          )}
          {open === 'terms' && (
            <FieldsDialog
              title={t('Terms')}
              fields={termFields}
              initial={terms}
              action={t('Save')}
              onSave={async (values) => {
                const input = Object.fromEntries(Object.keys(termFields).map((key) => [key, values[key] ?? null]))
                show(
                  await save.mutateAsync({
                    params,
                    input: input as z.input<NonNullable<typeof saveProviderTerms.input>>,
                  }),
                )
                toast.success(t('Terms saved'))
              }}
              onClose={() => setOpen(null)}
            />
          )}
          {open === 'balance' && (
            <FieldsDialog
              title={t('Enter balance')}
              fields={entryFields}
              initial={{
                kind: terms.balance ? 'deposit' : 'statement',
                amount: null,
                note: null,
                currency: terms.currency,
              }}
              action={t('Enter')}
              onSave={async ({ kind, amount, note }) => {
                const input = { kind, amount, note } as z.input<NonNullable<typeof enterBalance.input>>
                show(await enter.mutateAsync({ params, input }))
                toast.success(t('Balance entered'))
              }}
              onClose={() => setOpen(null)}
            />
          )}
        </>
      )}
    </AnswerPanel>
  )
}

function LowBalance({ terms: { balance, balanceThreshold, currency } }: { terms: ProviderTermsAnswer }) {
  if (!balance?.isLow) return null
  return (
    <p className={classes['problem']} role="note">
      {t('The balance of {amount} is below {threshold}. Pay in before bookings are refused.', {
        amount: formatMoney(balance.amount, currency),
        threshold: formatMoney(balanceThreshold ?? 0, currency),
      })}
    </p>
  )
}

function Facts({ terms }: { terms: ProviderTermsAnswer }) {
  const {
    commission,
    priority,
    settlement,
    hasParity,
    floorShare,
    pauseShare,
    pauseCalls,
    calls,
    failed,
    imageLicence,
    markets,
    delivery,
    balance,
    currency,
  } = terms
  const facts: readonly (readonly [string, string])[] = [
    [t('Commission'), formatPercent(commission)],
    [t('Priority'), formatNumber(priority)],
    [t('Settlement'), t(termFields.settlement.labels[settlement])],
    ...(settlement === 'prepaid' ? [[t('Balance'), balanceWords(balance, currency)] as const] : []),
    [t('Price parity'), hasParity ? t('Yes: lower prices are raised to what they ask') : t('No')],
    [
      t('Floor price'),
      floorShare === null
        ? t('None')
        : t('{share} of their asking price. Lower prices are raised to it.', { share: formatPercent(floorShare) }),
    ],
    [
      t('Automatic pause'),
      pauseShare === null
        ? t('Never')
        : t(
            'When {share} of {least} calls or more fail within an hour. Now {n, plural, =0 {no calls} other {{failed} of {calls} failed}}.',
            {
              share: formatPercent(pauseShare),
              least: formatNumber(pauseCalls),
              n: calls,
              failed: formatNumber(failed),
              calls: formatNumber(calls),
            },
          ),
    ],
    [t('Image licence'), imageLicence ?? t('None')],
    [t('Markets'), markets.length === 0 ? t('All countries') : t('Only {countries}', { countries: listOf(markets) })],
    [
      t('Delivery'),
      delivery.length === 0 ? t('Not agreed') : listOf(delivery.map((one) => t(termFields.delivery.labels[one]))),
    ],
    ...(noticeOf(delivery) > 0
      ? [
          [
            t('Sales end'),
            t('{n, plural, one {# hour} other {# hours}} before the performance', { n: noticeOf(delivery) }),
          ] as const,
        ]
      : []),
  ]
  return (
    <dl className={classes['facts']}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function balanceWords(balance: ProviderTermsAnswer['balance'], currency: string): string {
  if (balance === null) return t('No statement entered yet')
  const { amount, statedAt, booked } = balance
  return t('{amount}: statement {when}, {booked} booked since', {
    amount: formatMoney(amount, currency),
    when: timeAgo(statedAt),
    booked: formatMoney(booked, currency),
  })
}
