import { NativeSelect } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { http } from '../../../core/browser/http-client.web.ts'
import { formatInstant } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import type { CommandProps } from '../../../ui/resource/screen-parts.web.ts'
import { Failure, PanelSkeleton } from '../../../ui/resource/states.tsx'
import { purchases } from '../../purchases/purchases.ts'
import { ReasonField } from '../commands/command-inputs.tsx'
import type { MessageKind } from '../messages/message-kinds.ts'
import { messageKindLabels } from '../messages/message-kinds.ts'
import type { MessageAgain } from '../messages/order-message.endpoints.ts'
import { previewResend, resendOrderMessages } from '../messages/order-message.endpoints.ts'
import { callOrder, forEachOrder } from './each-order.web.ts'
import type { OrderRow } from './order-rows.tsx'
import { OrderRows } from './order-rows.tsx'
import type { Sending } from './resend-plan.web.ts'
import { afterSend, keyOf, toSend } from './resend-plan.web.ts'
import { RoundButtons } from './round-dialog.tsx'
import { useRound } from './round.web.ts'
import classes from './selected.module.css'

interface DialogProps extends CommandProps {
  readonly onClose: () => void
}

/** What customers lose and ask for. Other messages are sent again as the last one, or from their order. */
const offered: readonly MessageKind[] = ['confirmation', 'ticket', 'voucher', 'change', 'cancellation', 'payment_link']

/** Sends customers of the selected orders a message again: to whom and which, why, and then one by one. */
export function ResendOrdersDialog({ records, onClose, onDone }: DialogProps) {
  const [chosen] = useState(records)
  const ids = chosen.map(({ id }) => id)
  const [kind, setKind] = useState<MessageKind | null>(null)
  const preview = usePreview(ids, kind)
  const work = useSending(preview.data ?? [], kind)
  const { sent, isBusy } = work
  const queries = useQueryClient()
  const ready = toSend(preview.data ?? [], sent)
  const done = [...sent.values()].filter(({ at }) => at === 'done').length
  const isOver = preview.data !== undefined && ready.length === 0

  function close(): void {
    if (isBusy) return work.stop()
    onClose()
    if (done === 0) return
    void queries.invalidateQueries({ queryKey: [purchases.name] })
    onDone?.()
  }
  return (
    <Dialog
      title={t('{n, plural, one {Resend message to # order} other {Resend messages to # orders}}', {
        n: chosen.length,
      })}
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
          else void work.press(ready)
        }}
      >
        <fieldset disabled={isBusy || done > 0} className={classes['fields']}>
          <NativeSelect
            label={t('Message')}
            value={kind ?? ''}
            data={[
              { value: '', label: t('The last one sent') },
              ...offered.map((value) => ({ value, label: t(messageKindLabels[value]) })),
            ]}
            onChange={({ currentTarget: { value } }) => setKind(offered.find((one) => one === value) ?? null)}
          />
        </fieldset>
        {!isOver && (
          <fieldset disabled={isBusy} className={classes['fields']}>
            <ReasonField
              description={t('For the audit log')}
              value={work.reason}
              error={work.problem}
              onChange={work.setReason}
            />
          </fieldset>
        )}
        <p className={classes['hint']}>{t('Each message is resent as it was, to the order’s current email.')}</p>
        <Rows preview={preview} chosen={chosen} sent={sent} isDone={done > 0} />
        <p role="status" className={classes['hint']}>
          {done > 0 && t('{n, plural, one {# message} other {# messages}} sent again', { n: done })}
        </p>
        <RoundButtons
          {...work}
          next={t('{n, plural, one {Resend # message} other {Resend # messages}}', { n: ready.length })}
          isDisabled={preview.data === undefined}
          over={isOver ? (done > 0 ? t('Done') : t('Close')) : null}
          onClose={close}
        />
      </form>
    </Dialog>
  )
}

interface RowsProps {
  readonly preview: ReturnType<typeof usePreview>
  readonly chosen: DialogProps['records']
  readonly sent: ReadonlyMap<number, Sending>
  readonly isDone: boolean
}

function Rows({ preview: { data, error, refetch }, chosen, sent, isDone }: RowsProps) {
  if (error) return <Failure error={error} onRetry={() => void refetch()} what={t('Preview')} />
  if (!data) return <PanelSkeleton />
  return (
    <OrderRows
      label={isDone ? t('Results') : t('Preview')}
      orderHeading={t('Order')}
      resultHeading={t('Message')}
      rows={chosen.map((record) => ({ record, ...wordsOf(record.id, data, sent) }))}
    />
  )
}

/** What would be sent to whom; it is asked in one call, and again for another kind. */
function usePreview(ids: readonly number[], kind: MessageKind | null) {
  return useQuery({
    queryKey: [previewResend.path, ids, kind],
    queryFn: async ({ signal }) => {
      const body = { ids, ...(kind !== null && { kind }) }
      const { data } = await http.request(previewResend.method, previewResend.path, { body, signal, quiet: [422] })
      return data as readonly MessageAgain[]
    },
    // A preview is of the moment when the dialog opens.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

function useSending(preview: readonly MessageAgain[], kind: MessageKind | null) {
  const [sent, setSent] = useState<ReadonlyMap<number, Sending>>(new Map())
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const round = useRound()
  const known = new Set(preview.map(({ id }) => id))
  const press = (ready: readonly number[]) =>
    round.run((isStopped) => {
      setProblem(undefined)
      return forEachOrder(ready, {
        atOnce: 1,
        isStopped,
        call: (id) =>
          callOrder(resendOrderMessages, id, { ids: [id], kind, reason }, keyOf(sent.get(id)) ?? keyFor(id, setSent)),
        told(id, outcome) {
          // What is wrong with the reason is wrong for every order, and said where it is entered.
          const wrong = outcome.is === 'refused' ? outcome.why.body.fields?.['reason'] : undefined
          if (wrong === undefined)
            return setSent((before) => new Map(before).set(id, afterSend(before.get(id), outcome)))
          setSent((before) => new Map([...before].filter(([one]) => one !== id)))
          setProblem(wrong)
          round.stop()
        },
      })
    })
  return {
    sent: new Map([...sent].filter(([id]) => known.has(id))),
    reason,
    problem,
    press,
    ...round,
    setReason(next: string) {
      setReason(next)
      setProblem(undefined)
    },
  }
}

/** The key of a message's sending stays the same until it has an answer, so that pressing again sends nothing twice. */
function keyFor(
  id: number,
  setSent: (to: (before: ReadonlyMap<number, Sending>) => ReadonlyMap<number, Sending>) => void,
) {
  const key = crypto.randomUUID()
  setSent((before) => new Map(before).set(id, { at: 'sending', key }))
  return key
}

function wordsOf(
  id: number,
  preview: readonly MessageAgain[],
  sent: ReadonlyMap<number, Sending>,
): Omit<OrderRow, 'record'> {
  const one = preview.find((message) => message.id === id)
  if (!one) return {}
  const what = one.kind === null ? '' : t(messageKindLabels[one.kind])
  const sending = sent.get(id)
  if (sending?.at === 'done')
    return {
      tone: 'good',
      lead: t('Sent again'),
      says: t('{message} to {address}', { message: what, address: one.to ?? '' }),
    }
  if (sending?.at === 'refused') return { tone: 'bad', lead: t('Not sent'), says: sending.why }
  if (sending?.at === 'unsure')
    return {
      tone: 'warn',
      lead: t('No answer'),
      says: t('{why} Press again: nothing is sent twice.', { why: sending.why }),
    }
  if (one.blockedReason !== null) return { tone: 'bad', lead: t('Not possible now'), says: one.blockedReason }
  return {
    lead: what,
    says: t('{subject} · to {address} · sent {when}', {
      subject: one.subject ?? '',
      address: one.to ?? '',
      when: formatInstant(one.sentAt ?? ''),
    }),
  }
}
