import { Button } from '@mantine/core'
import { useState } from 'react'
import { formatDate, formatInstant } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { AnswerPanel } from '../../ui/resource/answer-panel.tsx'
import { Chip } from '../../ui/resource/cells.tsx'
import { useAnswer, useCommand } from '../../ui/resource/client.web.ts'
import { DateInput } from '../../ui/resource/date-input.tsx'
import { toast } from '../../ui/toast-store.web.ts'
import type { LegalHold } from './legal-hold.endpoints.ts'
import { liftLegalHold, listLegalHolds, placeLegalHold } from './legal-hold.endpoints.ts'
import { ReasonDialog } from './reason-dialog.tsx'
import classes from './customers.module.css'

interface LegalHoldsProps {
  readonly id: number
  readonly mayWrite: boolean
}

/** Whether the customer is kept from being anonymised: why, by whom, until when. */
export function LegalHolds({ id, mayWrite }: LegalHoldsProps) {
  const answer = useAnswer(listLegalHolds, { params: { id } })
  const [dialog, setDialog] = useState<'place' | 'lift' | null>(null)
  const active = answer.data?.find(({ isActive }) => isActive)
  const close = () => {
    setDialog(null)
    void answer.refetch()
  }
  return (
    <AnswerPanel
      title={t('Legal hold')}
      answer={answer}
      commands={
        mayWrite &&
        answer.data && (
          <Button variant="subtle" size="compact-xs" onClick={() => setDialog(active === undefined ? 'place' : 'lift')}>
            {active === undefined ? t('Place hold…') : t('Lift hold…')}
          </Button>
        )
      }
    >
      {(holds) => (
        <>
          {active === undefined && <p className={classes['quiet']}>{t('Not under a legal hold')}</p>}
          <ul className={classes['list']}>
            {holds.map((hold) => (
              <Hold key={hold.id} hold={hold} />
            ))}
          </ul>
          {dialog === 'place' && <PlaceDialog id={id} onClose={close} />}
          {dialog === 'lift' && <LiftDialog id={id} onClose={close} />}
        </>
      )}
    </AnswerPanel>
  )
}

function Hold({
  hold: { isActive, until, reason, placedBy, placedAt, liftedBy, liftedAt, liftedFor },
}: {
  hold: LegalHold
}) {
  return (
    <li>
      {isActive ? (
        <Chip tone="warn">{t('Until {day}', { day: formatDate(until) })}</Chip>
      ) : (
        <Chip tone="neutral">{liftedAt === null ? t('Ended {day}', { day: formatDate(until) }) : t('Lifted')}</Chip>
      )}
      <div>{reason}</div>
      <span className={classes['small']}>
        {t('Placed by {name}, {at}', { name: placedBy, at: formatInstant(placedAt) })}
      </span>
      {liftedAt !== null && (
        <span className={classes['small']}>
          {t('Lifted by {name}, {at}: {reason}', {
            name: liftedBy ?? '',
            at: formatInstant(liftedAt),
            reason: liftedFor ?? '',
          })}
        </span>
      )}
    </li>
  )
}

interface DialogProps {
  readonly id: number
  readonly onClose: () => void
}

function PlaceDialog({ id, onClose }: DialogProps) {
  const [until, setUntil] = useState<string | null>(null)
  const place = useCommand(placeLegalHold, { quiet: [403, 409, 422] })
  return (
    <ReasonDialog
      title={t('Place legal hold')}
      description={t('Legal claim or court order. Kept in the audit with your name.')}
      does={t('Place hold')}
      isBusy={place.isPending}
      isIncomplete={until === null}
      run={async (reason) => {
        if (until === null) return
        await place.mutateAsync({ params: { id }, input: { reason, until } })
        toast.success(t('Legal hold placed'))
        onClose()
      }}
      onClose={onClose}
    >
      <p>{t('The customer can’t be anonymised until the hold ends or is lifted.')}</p>
      {/* A hold ends with a day of UTC. */}
      <DateInput
        kind="date"
        zone="UTC"
        label={t('Last day')}
        withAsterisk
        aria-required
        value={until}
        onChange={setUntil}
      />
    </ReasonDialog>
  )
}

function LiftDialog({ id, onClose }: DialogProps) {
  const lift = useCommand(liftLegalHold, { quiet: [403, 409, 422] })
  return (
    <ReasonDialog
      title={t('Lift legal hold')}
      description={t('Kept in the audit with your name')}
      does={t('Lift hold')}
      isBusy={lift.isPending}
      run={async (reason) => {
        await lift.mutateAsync({ params: { id }, input: { reason } })
        toast.success(t('Legal hold lifted'))
        onClose()
      }}
      onClose={onClose}
    >
      <p>{t('The customer can be anonymised again.')}</p>
    </ReasonDialog>
  )
}
