import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatNumber } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import type { CommandProps } from '../../../ui/resource/screen-parts.web.ts'
import { purchases } from '../../purchases/purchases.ts'
import type { SupplierLog } from '../supplier-log/supplier-log.endpoints.ts'
import { askSupplierNow } from '../supplier-log/supplier-log.endpoints.ts'
import { bookingStateLabels, callStateLabels } from '../supplier-log/supplier-log-labels.ts'
import { maxTogether } from './cancellation-plan.web.ts'
import type { Outcome } from './each-order.web.ts'
import { callOrder, forEachOrder } from './each-order.web.ts'
import type { OrderRow } from './order-rows.tsx'
import { OrderRows } from './order-rows.tsx'
import { TooMany } from './round-dialog.tsx'
import { useFocusAfter, useRound } from './round.web.ts'
import classes from './selected.module.css'

/** Few at a time: each call waits for a supplier, who counts how often we ask. */
const atOnce = 3

interface DialogProps extends CommandProps {
  readonly onClose: () => void
}

/** Asks the suppliers of the selected orders, a few at a time, and shows what each says. */
export function AskSuppliersDialog(props: DialogProps) {
  const { records, onClose } = props
  if (records.length <= maxTogether) return <AskSuppliers {...props} />
  const problem = t('{n} orders are selected. Ask about at most {max} at a time.', {
    n: formatNumber(records.length),
    max: maxTogether,
  })
  return <TooMany title={t('Ask suppliers')} problem={problem} onClose={onClose} />
}

function AskSuppliers({ records, onClose }: DialogProps) {
  // Those that were chosen: what a supplier says can take an order off the list below.
  const [chosen] = useState(records)
  const [outcomes, setOutcomes] = useState<ReadonlyMap<number, Outcome<SupplierLog>>>(new Map())
  const { isBusy, isStopping, run, stop } = useRound()
  const focus = useFocusAfter(isBusy)
  const queries = useQueryClient()
  const left = chosen.filter(({ id }) => (outcomes.get(id)?.is ?? 'unsure') === 'unsure').map(({ id }) => id)
  const ask = () =>
    run((isStopped) =>
      forEachOrder(left, {
        atOnce,
        isStopped,
        call: (id) => callOrder(askSupplierNow, id),
        told: (id, outcome) => setOutcomes((before) => new Map(before).set(id, outcome)),
      }),
    )
  const isNew = outcomes.size === 0 && !isBusy
  const checked = [...outcomes.values()].filter((outcome) => outcome.is === 'said').length
  function close(): void {
    if (isBusy) return stop()
    onClose()
    void queries.invalidateQueries({ queryKey: [purchases.name] })
  }
  return (
    <Dialog title={t('Ask suppliers')} onClose={close} size={640}>
      <div className={classes['form']}>
        <p role="status" className={classes['hint']}>
          {isNew
            ? t('Each supplier is asked about its booking. The answer can confirm or cancel the order.')
            : t('{n} of {all} orders checked', { n: checked, all: chosen.length })}
        </p>
        <OrderRows
          label={isNew ? t('Orders') : t('Results')}
          orderHeading={t('Order')}
          resultHeading={t('Supplier')}
          rows={chosen.map((record) => ({ record, ...saidOf(outcomes.get(record.id), isBusy) }))}
        />
        <div className={classes['buttons']}>
          {isBusy ? (
            <Button ref={focus.stop} variant="default" disabled={isStopping} onClick={stop}>
              {t('Stop')}
            </Button>
          ) : isNew ? (
            <>
              <Button variant="default" onClick={close}>
                {t('Close')}
              </Button>
              <Button data-autofocus onClick={() => void ask()}>
                {t('Ask about {n, plural, one {# order} other {# orders}}', { n: left.length })}
              </Button>
            </>
          ) : (
            <>
              {left.length > 0 && (
                <Button variant="default" onClick={() => void ask()}>
                  {t('Ask about {n} more', { n: left.length })}
                </Button>
              )}
              <Button ref={focus.next} onClick={close}>
                {t('Done')}
              </Button>
            </>
          )}
        </div>
      </div>
    </Dialog>
  )
}

/** What became of the question about one order. */
function saidOf(outcome: Outcome<SupplierLog> | undefined, isBusy: boolean): Omit<OrderRow, 'record'> {
  switch (outcome?.is) {
    case undefined:
      return { says: isBusy ? t('Waiting') : t('Not asked') }
    case 'unsure':
      return { tone: 'warn', lead: t('No answer'), says: outcome.why }
    case 'refused':
      return { tone: 'bad', lead: t('Not asked'), says: outcome.why.message }
    case 'said':
      return wordsOf(outcome.said)
  }
}

const tones = {
  held: undefined,
  asked: 'warn',
  pending: 'warn',
  booked: 'good',
  rejected: 'bad',
  cancelled: 'bad',
} as const

function wordsOf({ booking, calls }: SupplierLog): Omit<OrderRow, 'record'> {
  const open = calls.find(({ state }) => state === 'open')
  const unanswered = open && (open.message ?? t(callStateLabels.open))
  if (!booking) return { says: unanswered ?? t('No supplier booking to check.') }
  const { supplier, state, reference, reason } = booking
  const named = reference === null ? supplier : t('{supplier}, reference {reference}', { supplier, reference })
  const says = [`${named}.`, reason, unanswered].filter(Boolean).join(' ')
  return { tone: tones[state], lead: t(bookingStateLabels[state]), says }
}
