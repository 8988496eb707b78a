import { choiceLabelOf } from '../../core/resource/choice-labels.ts'
import { formatBriefly, formatInstant, formatMoney } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { recordIdIn } from '../../core/record-id.ts'
import type { RecordOf } from '../../core/resource/resource.ts'
import { ownZone } from '../../core/zoned-time.ts'
import { useRouteQuery } from '../../ui/navigation.tsx'
import { usePage } from '../../ui/page-context.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { Chip } from '../../ui/resource/cells.tsx'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { useAnswer, useRecord } from '../../ui/resource/client.web.ts'
import { HistoryControl } from '../../ui/resource/history-control.tsx'
import { LiveRecord } from '../../ui/resource/live-record.tsx'
import { RecordCommands } from '../../ui/resource/record-commands.tsx'
import { RecordNeighbours } from '../../ui/resource/record-neighbours.tsx'
import { FailedPage, NoSuchPage } from '../../ui/resource/missing-page.tsx'
import { FormSkeleton, useWayBack } from '../../ui/resource/states.tsx'
import { dueOf } from '../purchases/due-labels.ts'
import { DisputeEvidence } from './dispute-evidence.tsx'
import { DownloadEvidence } from './download-evidence.tsx'
import { DisputeFacts } from './dispute-facts.tsx'
import type { DisputeDetails } from './dispute.endpoints.ts'
import { readDisputeDetails } from './dispute.endpoints.ts'
import { needsAnswer } from './dispute-states.ts'
import { disputes } from './disputes.ts'
import classes from './disputes.module.css'

/** One dispute: what the bank wants to know and by when, what we answer, and where the money is. */
export function DisputeScreen() {
  const [query] = useRouteQuery()
  const id = recordIdIn(query['id'])
  const { title } = usePage()
  const record = useRecord(disputes, id)
  const details = useAnswer(readDisputeDetails, { params: { id: id ?? 0 }, enabled: id !== null, quiet: [404] })
  const back = useWayBack(disputes)
  const error = record.error ?? details.error
  const refetch = () => {
    void record.refetch()
    void details.refetch()
  }
  const kind = t(disputes.label[0])
  if (id === null) return <NoSuchPage what={kind} back={back} />
  if (error) return <FailedPage error={error} onRetry={refetch} what={kind} back={back} />
  if (!record.data || !details.data)
    return (
      <PageFrame record={{ kind, name: title }}>
        <FormSkeleton />
      </PageFrame>
    )
  return <Opened key={id} dispute={record.data} details={details.data} onChange={refetch} />
}

interface OpenedProps {
  readonly dispute: RecordOf<typeof disputes>
  readonly details: DisputeDetails
  readonly onChange: () => void
}

function Opened({ dispute, details, onChange }: OpenedProps) {
  const { status, reference, amount, currency } = dispute
  const { fields } = disputes
  return (
    <PageFrame
      record={{ kind: t(disputes.label[0]), name: t('Order {reference}', { reference }) }}
      subtitle={
        <span className={classes['states']}>
          <Chip tone={fields.status.tones[status]}>{choiceLabelOf(fields.status, status)}</Chip>
          <span>{formatMoney(amount, currency)}</span>
          <span>{choiceLabelOf(fields.reason, dispute.reason)}</span>
        </span>
      }
      actions={
        <>
          <RecordNeighbours resource={disputes} record={dispute as AnyRecord} />
          <DownloadEvidence id={dispute.id} reference={reference} />
          <RecordCommands>
            <HistoryControl of={disputes} record={dispute as AnyRecord} mayWrite={false} />
          </RecordCommands>
        </>
      }
    >
      <LiveRecord of={disputes} record={dispute as AnyRecord} isDirty={false} onGone={onChange} />
      <div className={classes['page']}>
        <div className={classes['column']}>
          <NextStep dispute={dispute} details={details} />
          <DisputeEvidence dispute={dispute} details={details} onChange={onChange} />
        </div>
        <div className={classes['column']}>
          <DisputeFacts dispute={dispute} details={details} />
        </div>
      </div>
    </PageFrame>
  )
}

/** How long there is left, unless that is a day again. */
function countdownTo(at: string): string | null {
  const { words } = dueOf(at, Date.now(), ownZone())
  return words === formatBriefly(at, ownZone()) ? null : words
}

function NextStep({ dispute, details }: Omit<OpenedProps, 'onChange'>) {
  const { status, dueBy, currency } = dispute
  const { refunded } = details.payment
  return (
    <section className={classes['card']} aria-label={t('Next step')}>
      <h2>{choiceLabelOf(disputes.fields.nextStep, status)}</h2>
      {needsAnswer(status) && dueBy !== null && (
        <p>
          {t('Answer by {moment}.', { moment: formatInstant(dueBy) })} <b>{countdownTo(dueBy)}</b>
        </p>
      )}
      {refunded > 0 && status === 'needs_response' && (
        <p role="note" className={classes['warning']}>
          {t('{amount} of this payment was refunded already. Send proof, so that it isn’t paid twice.', {
            amount: formatMoney(refunded, currency),
          })}
        </p>
      )}
      {status === 'lost' && refunded > 0 && (
        <p role="note" className={classes['warning']}>
          {t('{amount} of this payment was refunded before the bank took it back.', {
            amount: formatMoney(refunded, currency),
          })}
        </p>
      )}
    </section>
  )
}
