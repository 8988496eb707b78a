import { useState } from 'react'
import { useMay } from '../../../core/browser/session.web.ts'
import { formatInstant, formatNumber, timeAgo } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import { localOf, ownZone } from '../../../core/zoned-time.ts'
import { AnswerPanel } from '../../../ui/resource/answer-panel.tsx'
import { Chip } from '../../../ui/resource/cells.tsx'
import { useAnswer, useCommand } from '../../../ui/resource/client.web.ts'
import type { RecordPartProps } from '../../../ui/resource/screen-parts.web.ts'
import { Waiting } from '../../../ui/resource/states.tsx'
import { toast } from '../../../ui/toast-store.web.ts'
import { ExchangeDialog } from './exchange-dialog.tsx'
import { actionLabels, bookingStateLabels, callStateLabels } from './supplier-log-labels.ts'
import type { Exchange, SupplierCall, SupplierLog } from './supplier-log.endpoints.ts'
import { askSupplierNow, readSupplierLog } from './supplier-log.endpoints.ts'
import classes from './supplier-log.module.css'

const tones = {
  held: 'neutral',
  asked: 'warn',
  pending: 'warn',
  booked: 'good',
  rejected: 'bad',
  cancelled: 'neutral',
  open: 'warn',
  done: 'good',
  refused: 'bad',
} as const

/** What the supplier of an order was asked and said, on the order's page. Nothing for orders of our own stock. */
export function SupplierLogOfOrder({ record }: RecordPartProps) {
  const answer = useAnswer(readSupplierLog, { params: { id: record.id } })
  const mayWrite = useMay()('write', 'purchases')
  const ask = useCommand(askSupplierNow)
  const [open, setOpen] = useState<number | null>(null)
  // Most orders have no such part, so no skeleton is in its place.
  if (answer.isLoading) return <Waiting />
  if (!answer.error && !answer.data?.booking) return null
  const isUndecided =
    answer.data?.booking?.state === 'asked' ||
    answer.data?.booking?.state === 'pending' ||
    (answer.data?.calls.some(({ state }) => state === 'open') ?? false)
  async function run() {
    // A failure has been shown by the client already.
    const said = await ask.mutateAsync({ params: { id: record.id } }).catch(() => null)
    if (!said) return
    toast.success(said.booking?.state === 'pending' ? t('Still pending at the supplier') : t('Supplier asked'))
    await answer.refetch()
  }
  return (
    <AnswerPanel
      title={t('Supplier log')}
      answer={answer}
      commands={
        mayWrite &&
        isUndecided && (
          <button type="button" className={classes['ask']} disabled={ask.isPending} onClick={() => void run()}>
            {t('Ask supplier now')}
          </button>
        )
      }
    >
      {(log) => (
        <>
          {log.booking && <Booking booking={log.booking} />}
          <Calls log={log} open={setOpen} />
          {open !== null && <ExchangeDialog id={record.id} exchange={open} onClose={() => setOpen(null)} />}
        </>
      )}
    </AnswerPanel>
  )
}

function Booking({ booking }: { booking: NonNullable<SupplierLog['booking']> }) {
  const { supplier, state, isTest, reference, partnerReference, voucherUrl, reason, hasPlaces, assumption } = booking
  return (
    <div className={classes['booking']}>
      <p>
        <b>{supplier}</b> <Chip tone={tones[state]}>{t(bookingStateLabels[state])}</Chip>{' '}
        {isTest && <Chip tone="warn">{t('Test booking')}</Chip>}
      </p>
      <dl>
        <div>
          <dt>{t('Supplier reference')}</dt>
          <dd>{reference ?? t('None yet')}</dd>
        </div>
        <div>
          <dt>{t('Our reference')}</dt>
          <dd>{partnerReference}</dd>
        </div>
        {voucherUrl !== null && (
          <div>
            <dt>{t('Voucher')}</dt>
            <dd>
              <a href={voucherUrl} target="_blank" rel="noreferrer">
                {t('Open voucher')}
              </a>
            </dd>
          </div>
        )}
      </dl>
      {reason !== null && <p className={classes['reason']}>{reason}</p>}
      {state === 'held' && !hasPlaces && (
        <p className={classes['quiet']}>{t('{supplier} keeps no places before it books.', { supplier })}</p>
      )}
      {assumption !== null && <p className={classes['quiet']}>{assumption}</p>}
    </div>
  )
}

/** Each call with what went over the wire for it: after the call was decided, before the next one was. */
function Calls({ log: { calls, exchanges }, open }: { log: SupplierLog; open: (id: number) => void }) {
  const oldest = [...calls].reverse()
  const rest = new Set([...exchanges].reverse())
  const groups = oldest.map((call) => {
    const own = [...rest].filter(({ action }) => action === call.action)
    for (const one of own) rest.delete(one)
    return { call, own }
  })
  return (
    <ol className={classes['calls']}>
      {groups.map(({ call, own }) => (
        <li key={call.id}>
          <Call call={call} />
          <Exchanges exchanges={own} open={open} />
        </li>
      ))}
      {rest.size > 0 && (
        <li>
          <b>{t('Status checks')}</b>
          <Exchanges exchanges={[...rest]} open={open} />
        </li>
      )}
    </ol>
  )
}

function Call({ call: { action, at, state, tries, message, nextTryAt } }: { call: SupplierCall }) {
  return (
    <>
      <p>
        <b>{t(actionLabels[action])}</b> <Chip tone={tones[state]}>{t(callStateLabels[state])}</Chip>
        <time dateTime={at} title={formatInstant(at)}>
          {timeAgo(at)}
        </time>
      </p>
      {(message !== null || nextTryAt !== null) && (
        <p className={classes['reason']}>
          {[
            message,
            nextTryAt !== null &&
              t('We’ll try again on {at} ({n, plural, one {# try} other {# tries}} so far).', {
                n: tries,
                at: formatInstant(nextTryAt),
              }),
          ]
            .filter(Boolean)
            .join(' ')}
        </p>
      )}
    </>
  )
}

function Exchanges({ exchanges, open }: { exchanges: readonly Exchange[]; open: (id: number) => void }) {
  if (exchanges.length === 0) return null
  return (
    <ul>
      {exchanges.map(({ id, method, url, status, milliseconds, at }) => (
        <li key={id}>
          <button type="button" title={url} onClick={() => open(id)}>
            <span>
              {method} {pathOf(url)}
            </span>
          </button>
          <small data-bad={status === null || status >= 400}>
            {status ?? t('No answer')} · {t('{n} ms', { n: formatNumber(milliseconds) })}
          </small>
          <time dateTime={at} title={formatInstant(at)}>
            {localOf(at, ownZone()).slice(11)}
          </time>
        </li>
      ))}
    </ul>
  )
}

const pathOf = (url: string) => (URL.canParse(url) ? new URL(url).pathname + new URL(url).search : url)
