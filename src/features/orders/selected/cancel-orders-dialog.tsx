import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatMoney, formatNumber } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { useRecordPaths } from '../../../ui/resource/record-paths.tsx'
import type { CommandProps } from '../../../ui/resource/screen-parts.web.ts'
import { purchases } from '../../purchases/purchases.ts'
import { ReasonField } from '../commands/command-inputs.tsx'
import type { CommandPreview } from '../commands/order-command.ts'
import { orderCommands } from '../commands/order-commands.ts'
import type { Plan, Step, Sum } from './cancellation-plan.web.ts'
import {
  afterPress,
  afterPreview,
  maxTogether,
  planAgain,
  planOf,
  sumsOf,
  toCancel,
  toPreview,
} from './cancellation-plan.web.ts'
import { callOrder, forEachOrder } from './each-order.web.ts'
import type { OrderRow } from './order-rows.tsx'
import { OrderRows } from './order-rows.tsx'
import { RoundButtons, TooMany } from './round-dialog.tsx'
import { useRound } from './round.web.ts'
import classes from './selected.module.css'

const { cancel } = orderCommands
/** Previews change nothing. Cancellations go one by one, so that stopping leaves the rest as it is. */
const previewsAtOnce = 3

interface DialogProps extends CommandProps {
  readonly onClose: () => void
}

/** Cancels the selected orders: a reason, what that does to each and in all, and then one by one. */
export function CancelOrdersDialog(props: DialogProps) {
  return props.records.length > maxTogether ? <TooManyToCancel {...props} /> : <CancelOrders {...props} />
}

function TooManyToCancel({ records, onClose }: DialogProps) {
  const runs = useRecordPaths()('order-runs', 'list')
  const problem = t('{n} orders are selected. Cancel at most {max} at a time.', {
    n: formatNumber(records.length),
    max: maxTogether,
  })
  const way = runs !== null && (
    <Button component="a" href={runs} variant="default">
      {t('Order runs')}
    </Button>
  )
  return (
    <TooMany title={t('Cancel orders')} {...{ problem, way, onClose }}>
      <p className={classes['hint']}>
        {t('To cancel all orders of a cancelled performance, start an order run from the performance.')}
      </p>
    </TooMany>
  )
}

function useCancellation(ids: readonly number[]) {
  const [plan, setPlan] = useState<Plan>(() => planOf(ids))
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const round = useRound()
  const put = (id: number, step: Step) => setPlan((before) => new Map(before).set(id, step))

  const preview = () =>
    round.run((isStopped) => {
      setProblem(undefined)
      return forEachOrder<CommandPreview>(toPreview(plan), {
        atOnce: previewsAtOnce,
        isStopped,
        call: (id) => callOrder(cancel.preview, id, { reason }),
        told(id, outcome) {
          // What is wrong with the reason is wrong for every order, and said where it is entered.
          const wrong = outcome.is === 'refused' ? outcome.why.body.fields?.['reason'] : undefined
          if (wrong === undefined) return put(id, afterPreview(outcome, crypto.randomUUID()))
          setProblem(wrong)
          round.stop()
        },
      })
    })
  const press = () =>
    round.run((isStopped) =>
      forEachOrder<{ readonly message: string }>(toCancel(plan), {
        atOnce: 1,
        isStopped,
        async call(id) {
          const step = plan.get(id)
          if (!step || !('key' in step)) throw new Error(`Order ${id} has no preview.`)
          return await callOrder(cancel.apply, id, { reason, token: step.preview.token }, step.key)
        },
        told(id, outcome) {
          const step = plan.get(id)
          if (step && 'key' in step) put(id, afterPress(step, outcome, crypto.randomUUID()))
        },
      }),
    )
  function change(next: string): void {
    setReason(next)
    setProblem(undefined)
    setPlan(planAgain)
  }
  return { plan, reason, problem, change, preview, press, ...round }
}

function CancelOrders({ records, onClose, onDone }: DialogProps) {
  // Those that were chosen: the list below loses what is cancelled.
  const [chosen] = useState(records)
  const work = useCancellation(chosen.map(({ id }) => id))
  const { plan, reason, problem, isBusy } = work
  const queries = useQueryClient()
  const done = [...plan.values()].filter(({ at }) => at === 'done').length
  const [unseen, ready] = [toPreview(plan), toCancel(plan)]
  const sums = sumsOf(plan)
  const isOver = unseen.length === 0 && ready.length === 0
  // An order that could be cancelled already has to be asked about again with the same words, under the same key.
  const isUnsure = [...plan.values()].some(({ at }) => at === 'unsure')

  function close(): void {
    if (isBusy) return work.stop()
    onClose()
    void queries.invalidateQueries({ queryKey: [purchases.name] })
    if (done > 0) onDone?.()
  }
  return (
    <Dialog
      title={t('{n, plural, one {Cancel # order} other {Cancel # orders}}', { n: chosen.length })}
      onClose={close}
      size={760}
    >
      <form
        noValidate
        className={classes['form']}
        onSubmit={(event) => {
          event.preventDefault()
          if (isBusy) return
          if (isOver) close()
          else void (unseen.length > 0 ? work.preview() : work.press())
        }}
      >
        {!isOver && (
          <fieldset disabled={isBusy || isUnsure} className={classes['fields']}>
            <ReasonField value={reason} error={problem} onChange={work.change} />
          </fieldset>
        )}
        {(done > 0 || !isOver) && (
          <p className={classes['hint']}>{t('Cancelling moves no money. Decide on each refund afterwards.')}</p>
        )}
        <OrderRows
          label={done > 0 ? t('Results') : t('Preview')}
          orderHeading={t('Order')}
          {...(sums.length > 0 && { headings: [t('Refund by policy'), t('Supplier cost')] })}
          resultHeading={t('Result')}
          rows={chosen.map((record) => ({ record, ...wordsOf(plan.get(record.id)) }))}
        />
        <Sums sums={sums} />
        <p role="status" className={classes['hint']}>
          {done > 0 && t('{n, plural, one {# order} other {# orders}} cancelled', { n: done })}
        </p>
        <RoundButtons
          {...work}
          next={
            unseen.length > 0
              ? t('Preview')
              : t('{n, plural, one {Cancel # order} other {Cancel # orders}}', { n: ready.length })
          }
          isDanger={unseen.length === 0}
          over={isOver ? t('Done') : null}
          onClose={close}
        />
      </form>
    </Dialog>
  )
}

function wordsOf(step: Step | undefined): Omit<OrderRow, 'record'> {
  switch (step?.at) {
    case undefined:
      return {}
    case 'chosen':
      return step.why === undefined ? {} : { tone: 'warn', lead: t('No answer'), says: step.why }
    case 'refused':
      return { tone: 'bad', lead: t('Not possible now'), says: step.why }
    case 'ready':
      return {
        amounts: amountsOf(step.preview),
        ...(step.news === undefined
          ? { says: supplierWords(step.preview) }
          : { tone: 'warn', lead: t('Look again'), says: step.news }),
      }
    case 'unsure':
      return {
        amounts: amountsOf(step.preview),
        tone: 'warn',
        lead: t('No answer'),
        says: t('{why} Press again: no order is cancelled twice.', { why: sentence(step.why) }),
      }
    case 'done':
      return { amounts: amountsOf(step.preview), tone: 'good', lead: step.says, says: supplierWords(step.preview) }
  }
}

const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`)

function amountsOf({ money }: CommandPreview): readonly string[] {
  return money ? [money.refundable, money.supplierCost].map((amount) => formatMoney(amount, money.currency)) : []
}

const supplierWords = ({ effects }: CommandPreview) =>
  effects
    .filter(({ about }) => about === 'supplier' || about === 'stock')
    .map(({ text }) => text)
    .join(' ')

/** A line a currency: amounts of different currencies have no sum. */
function Sums({ sums }: { readonly sums: readonly Sum[] }) {
  if (sums.length === 0) return null
  const [refund, cost] = [t('Refund by policy'), t('Supplier cost')]
  return (
    <div className={classes['sums']} tabIndex={0} role="group" aria-label={t('Totals')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('Total')}</th>
            <th scope="col" className={classes['amount']}>
              {refund}
            </th>
            <th scope="col" className={classes['amount']}>
              {cost}
            </th>
          </tr>
        </thead>
        <tbody>
          {sums.map(({ currency, orders, refundable, supplierCost }) => (
            <tr key={currency}>
              <th scope="row">
                {currency} <small>{t('{n, plural, one {# order} other {# orders}}', { n: orders })}</small>
              </th>
              <td className={classes['amount']}>{formatMoney(refundable, currency)}</td>
              <td className={classes['amount']}>{formatMoney(supplierCost, currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
