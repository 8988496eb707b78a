import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useMay } from '../../core/browser/session.web.ts'
import { formatDate, formatInstant, formatMoney, timeAgo } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { choiceLabelOf } from '../../core/resource/choice-labels.ts'
import type { RecordOf } from '../../core/resource/resource.ts'
import { AnswerPanel } from '../../ui/resource/answer-panel.tsx'
import { useAnswer, useRows } from '../../ui/resource/client.web.ts'
import { confirmFreshSignIn } from '../../ui/resource/fresh-sign-in.web.ts'
import { filterParam } from '../../ui/resource/list-state.web.ts'
import { useRecordPaths } from '../../ui/resource/record-paths.tsx'
import type { RecordPartProps } from '../../ui/resource/screen-parts.web.ts'
import { readCreditBalances } from './store-credit.endpoints.ts'
import { storeCredits } from './store-credits.ts'
import { signsOfCredits } from '../purchases/ledger-signs.ts'
import classes from './credit-of-customer.module.css'

const GrantDialog = lazy(async () => ({ default: (await import('./grant-dialog.tsx')).GrantDialog }))

const shown = 6
const fields = [
  'id',
  'version',
  'currency',
  'amount',
  'available',
  'reason',
  'state',
  'expiresAt',
  'emailedAt',
] as const
const newest = { sort: [{ field: 'createdAt', descending: true }], range: [0, shown - 1], fields } as const

/** What a customer can spend with us, and when each part of it ends. Only for people who can see money. */
export function CreditOfCustomer({ record }: RecordPartProps) {
  return useMay()('ui', storeCredits.access.object) ? <Credit id={record.id} status={record['status']} /> : null
}

function Credit({ id, status }: { readonly id: number; readonly status: unknown }) {
  const may = useMay()
  const [isGranting, setGranting] = useState(false)
  const balances = useAnswer(readCreditBalances, { params: { id } })
  const credits = useRows(storeCredits, { ...newest, filter: { customerId: id } })
  const paths = useRecordPaths()
  const address = (
    resource: string,
    filter: Parameters<typeof filterParam>[0],
    more: Readonly<Record<string, string>> = {},
  ) => {
    const [list, param] = [paths(resource, 'list'), filterParam(filter)]
    return list && param ? `${list}?${new URLSearchParams({ filter: param, ...more }).toString()}` : undefined
  }
  const data = balances.data && credits.data ? { balances: balances.data, ...credits.data } : undefined
  const refetch = () => Promise.all([balances.refetch(), credits.refetch()])
  return (
    <AnswerPanel
      title={t('Store credit')}
      answer={{ data, error: balances.error ?? credits.error, refetch }}
      commands={
        may('refund', 'purchases') &&
        status === 'active' && (
          <Button
            variant="subtle"
            size="compact-xs"
            onClick={() => void confirmFreshSignIn(t('give store credit')).then((ok) => ok && setGranting(true))}
          >
            {t('Give credit…')}
          </Button>
        )
      }
    >
      {({ balances: sums, rows, total }) => (
        <>
          {total === 0 && <p className={classes['quiet']}>{t('No store credit yet')}</p>}
          {sums.map(({ currency, balance, held }) => (
            <p key={currency} className={classes['balance']}>
              <a
                href={address(
                  'ledger-entries',
                  { customerId: id, account: 'customer_credit', currency },
                  // We owe it, so its entries are credits.
                  { signs: signsOfCredits },
                )}
              >
                {formatMoney(balance, currency)}
              </a>
              {held > 0 && <small>{t('{amount} held for an order', { amount: formatMoney(held, currency) })}</small>}
            </p>
          ))}
          <ul className={classes['credits']} aria-label={t('Credits')}>
            {rows.map((credit) => (
              <CreditLine key={credit.id} credit={credit} />
            ))}
          </ul>
          {total > shown && (
            <a href={address('store-credits', { customerId: id })}>{t('Show all {n}', { n: total })}</a>
          )}
          {isGranting && (
            <Suspense>
              <GrantDialog
                id={id}
                onClose={() => setGranting(false)}
                onDone={() => {
                  setGranting(false)
                  void refetch()
                }}
              />
            </Suspense>
          )}
        </>
      )}
    </AnswerPanel>
  )
}

interface CreditLineProps {
  readonly credit: Pick<RecordOf<typeof storeCredits>, (typeof fields)[number]>
}

function CreditLine({ credit: { amount, available, currency, reason, state, expiresAt, emailedAt } }: CreditLineProps) {
  const day = formatDate(lastDay(expiresAt))
  return (
    <li>
      <span>
        {choiceLabelOf(storeCredits.fields.reason, reason)}
        <small>
          {state === 'open'
            ? t('{left} of {amount} left, until {day}', {
                left: formatMoney(available, currency),
                amount: formatMoney(amount, currency),
                day,
              })
            : `${choiceLabelOf(storeCredits.fields.state, state)} · ${day}`}
        </small>
        {emailedAt !== null && (
          <small>
            <time dateTime={emailedAt} title={formatInstant(emailedAt)}>
              {t('Customer emailed {when}', { when: timeAgo(emailedAt) })}
            </time>
          </small>
        )}
      </span>
      <b>{formatMoney(amount, currency)}</b>
    </li>
  )
}

/** The day before the moment at which it ends, because that is the last on which it can be spent. */
function lastDay(expiresAt: string): string {
  return new Date(Date.parse(expiresAt) - 1).toISOString().slice(0, 10)
}
