import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDate } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import { FailedRequest } from '../../../core/browser/request-errors.web.ts'
import type { AnyRecord } from '../../../ui/resource/client.web.ts'
import { useAnswer, useCommand } from '../../../ui/resource/client.web.ts'
import { RecordLink } from '../../../ui/resource/record-link.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { toast } from '../../../ui/toast-store.web.ts'
import { events } from '../event/events.ts'
import { performances } from '../performance/performances.ts'
import { ReasonField } from './reason-field.tsx'
import type { Claim, Dispute } from '../notices/schedule.endpoints.ts'
import { readPerformanceCalendar, readScheduleDiff, settleTime } from '../notices/schedule.endpoints.ts'
import classes from './schedule.module.css'

function startWords({ localDate, localTime }: { localDate: string; localTime: string | null }): string {
  return localTime === null
    ? t('{date}, time to be announced', { date: formatDate(localDate) })
    : t('{day}, {time}', { day: formatDate(localDate), time: localTime })
}

/** Of a dispute with one provider, in px: so much room is kept until they are there. */
const usualHeight = 116

/** Start times from providers that differ from ours, with each provider's track record. A decision is remembered. */
export function ScheduleDiff({
  event,
  maySettle,
  onChanged,
}: {
  event: AnyRecord
  maySettle: boolean
  onChanged: (changes: readonly number[]) => void
}) {
  const { data, error } = useAnswer(readScheduleDiff, { params: { id: event.id } })
  const [asked, setAsked] = useState<{ dispute: Dispute; claim: Claim } | null>(null)
  const queries = useQueryClient()
  const settle = useCommand(settleTime, { refresh: [performances, events], quiet: [409, 422] })

  async function run(dispute: Dispute, claim: Claim | null, reason?: string): Promise<void> {
    const { changes } = await settle.mutateAsync({
      params: { id: dispute.id },
      input: { providerId: claim?.providerId ?? null, ...(reason !== undefined && { reason }) },
    })
    await Promise.all(
      [readPerformanceCalendar.path, readScheduleDiff.path.replace(':id', String(event.id))].map((path) =>
        queries.invalidateQueries({ queryKey: [path] }),
      ),
    )
    if (changes.length > 0) onChanged(changes)
    toast.success(
      claim ? t('The performance begins as {provider} says', { provider: claim.provider }) : t('Our time is right'),
    )
  }

  function choose(dispute: Dispute, claim: Claim | null): void {
    if (claim && !claim.agrees && dispute.purchaseCount > 0) return setAsked({ dispute, claim })
    void run(dispute, claim).catch((failure: unknown) =>
      toast.error(failure instanceof Error ? failure.message : String(failure)),
    )
  }

  if (error && !data) return null
  if (data?.disputes.length === 0) return null
  return (
    <section className={classes['panel']} aria-label={t('Time conflicts')}>
      <h2>{t('Time conflicts')}</h2>
      <p>
        {t(
          'Providers put these performances at another time than we do. Settle each once: it comes up again only when a provider says something else.',
        )}
      </p>
      {!data && <div style={{ blockSize: Number(event['disputedCount']) * usualHeight }} />}
      {data?.disputes.map((dispute) => (
        <DisputeRow
          key={dispute.id}
          dispute={dispute}
          onChoose={maySettle ? (claim) => choose(dispute, claim) : null}
        />
      ))}
      {asked && (
        <SettleDialog
          {...asked}
          onClose={() => setAsked(null)}
          onSettle={async (reason) => {
            await run(asked.dispute, asked.claim, reason)
            setAsked(null)
          }}
        />
      )}
    </section>
  )
}

function DisputeRow({ dispute, onChoose }: { dispute: Dispute; onChoose: ((claim: Claim | null) => void) | null }) {
  const ours = startWords(dispute)
  return (
    <div className={classes['dispute']}>
      <h3>
        <RecordLink to="performances" id={dispute.id}>
          {ours}
        </RecordLink>{' '}
        <small>
          {dispute.venue}
          {dispute.purchaseCount > 0 &&
            ` · ${t('{n, plural, one {# purchase} other {# purchases}}', { n: dispute.purchaseCount })}`}
        </small>
      </h3>
      <ul className={classes['claims']}>
        <li>
          <span>{t('Ours')}</span> <b>{ours}</b>
          {onChoose && (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={t('Keep our time: {start}', { start: ours })}
              onClick={() => onChoose(null)}
            >
              {t('Keep ours')}
            </Button>
          )}
        </li>
        {dispute.claims.map((claim) => (
          <li key={claim.providerId}>
            <span>{claim.provider}</span> <b>{startWords(claim)}</b>
            <span className={classes['quiet']}>
              {claim.settled === 0
                ? t('never settled yet')
                : t('right {right} of {settled} times', { right: claim.right, settled: claim.settled })}
            </span>
            {onChoose && !claim.agrees && (
              <Button
                size="compact-sm"
                variant="default"
                aria-label={t('Take the time of {provider}: {start}', {
                  provider: claim.provider,
                  start: startWords(claim),
                })}
                onClick={() => onChoose(claim)}
              >
                {t('Take theirs')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

function SettleDialog({
  dispute,
  claim,
  onClose,
  onSettle,
}: {
  dispute: Dispute
  claim: Claim
  onClose: () => void
  onSettle: (reason: string) => Promise<void>
}) {
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  return (
    <Dialog
      title={t('Take the time of {provider}', { provider: claim.provider })}
      onClose={onClose}
      isBusy={isBusy}
      size={460}
    >
      <form
        noValidate
        className={classes['form']}
        onSubmit={(event) => {
          event.preventDefault()
          setBusy(true)
          void onSettle(reason).catch((failure: unknown) => {
            setBusy(false)
            if (failure instanceof FailedRequest) setProblem(failure.body.fields?.['reason'] ?? failure.message)
          })
        }}
      >
        <dl className={classes['facts']}>
          <dt>{t('Until now')}</dt>
          <dd>{startWords(dispute)}</dd>
          <dt>{t('From now on')}</dt>
          <dd>{startWords(claim)}</dd>
        </dl>
        <ReasonField
          purchases={dispute.purchaseCount}
          value={reason}
          error={problem}
          onChange={(value) => {
            setReason(value)
            setProblem(undefined)
          }}
        />
        <div className={classes['buttons']}>
          <Button variant="default" onClick={onClose} disabled={isBusy}>
            {t('Cancel')}
          </Button>
          <Button type="submit" loading={isBusy}>
            {t('Take theirs')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
