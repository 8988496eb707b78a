import { Button } from '@mantine/core'
import { useState } from 'react'
import { formatInstant } from '../../core/i18n/formats.ts'
import { msg, t } from '../../core/i18n/language.ts'
import { AnswerPanel } from '../../ui/resource/answer-panel.tsx'
import { Chip } from '../../ui/resource/cells.tsx'
import { useAnswer, useCommand } from '../../ui/resource/client.web.ts'
import { toast } from '../../ui/toast-store.web.ts'
import type { Consent, ConsentPurpose } from './consent.endpoints.ts'
import { consentPurposes, listConsents, recordConsent } from './consent.endpoints.ts'
import { customers } from './customers.ts'
import { ReasonDialog } from './reason-dialog.tsx'
import classes from './customers.module.css'

const purposes: Readonly<Record<ConsentPurpose, string>> = {
  marketing_email: msg('Marketing by email'),
  marketing_phone: msg('Marketing by phone'),
  profiling: msg('Personal recommendations'),
}
const sources: Readonly<Record<Consent['source'], string>> = {
  checkout: msg('at checkout'),
  account: msg('in their account'),
  staff: msg('by staff'),
  import: msg('from earlier records'),
}

interface ConsentsProps {
  readonly id: number
  readonly mayWrite: boolean
}

/** What the customer agreed to, since when and how we know; every earlier decision stays in the log. */
export function CustomerConsents({ id, mayWrite }: ConsentsProps) {
  const answer = useAnswer(listConsents, { params: { id } })
  const [changes, setChanges] = useState<{ readonly purpose: ConsentPurpose; readonly isGiven: boolean } | null>(null)
  return (
    <AnswerPanel title={t('Consents')} answer={answer}>
      {(log) => (
        <>
          <ul className={classes['consents']}>
            {consentPurposes.map((purpose) => {
              const last = log.find((one) => one.purpose === purpose)
              const isGiven = last?.isGiven ?? false
              return (
                <li key={purpose}>
                  <b>{t(purposes[purpose])}</b>
                  <Chip tone={isGiven ? 'good' : 'neutral'}>
                    {isGiven ? t('Given') : last ? t('Withdrawn') : t('Not given')}
                  </Chip>
                  <span>{last ? sinceOf(last) : ''}</span>
                  {mayWrite && (
                    <Button
                      variant="subtle"
                      color="gray"
                      size="compact-xs"
                      aria-label={
                        isGiven
                          ? t('Withdraw: {purpose}', { purpose: t(purposes[purpose]) })
                          : t('Record: {purpose}', { purpose: t(purposes[purpose]) })
                      }
                      onClick={() => setChanges({ purpose, isGiven: !isGiven })}
                    >
                      {isGiven ? t('Withdraw…') : t('Record…')}
                    </Button>
                  )}
                </li>
              )
            })}
          </ul>
          {log.length > consentPurposes.length && (
            <details>
              <summary>{t('History')}</summary>
              <ul className={classes['list']}>
                {log.map((one) => (
                  <li key={one.id}>
                    {t(purposes[one.purpose])}
                    <span className={classes['small']}>{wordsOf(one)}</span>
                  </li>
                ))}
              </ul>
            </details>
          )}
          {changes && (
            <ConsentDialog
              id={id}
              {...changes}
              onClose={() => setChanges(null)}
              onDone={() => {
                setChanges(null)
                void answer.refetch()
              }}
            />
          )}
        </>
      )}
    </AnswerPanel>
  )
}

/** Since when and how we know: the state is beside it. */
function sinceOf({ source, decidedAt, recordedBy, reason, textVersion }: Consent): string {
  const since = t('since {moment}', { moment: formatInstant(decidedAt) })
  const text = textVersion && t('text {version}', { version: textVersion })
  return [since, recordedBy ?? t(sources[source]), text, reason].filter(Boolean).join(' · ')
}

function wordsOf({ isGiven, source, decidedAt, recordedBy, reason, textVersion }: Consent): string {
  const how = recordedBy ?? t(sources[source])
  const what = isGiven
    ? t('Given {moment}, {how}', { moment: formatInstant(decidedAt), how })
    : t('Withdrawn {moment}, {how}', { moment: formatInstant(decidedAt), how })
  return [what, textVersion && t('text {version}', { version: textVersion }), reason].filter(Boolean).join(' · ')
}

interface ConsentDialogProps {
  readonly id: number
  readonly purpose: ConsentPurpose
  readonly isGiven: boolean
  readonly onClose: () => void
  readonly onDone: () => void
}

function ConsentDialog({ id, purpose, isGiven, onClose, onDone }: ConsentDialogProps) {
  const record = useCommand(recordConsent, { refresh: [customers], quiet: [403, 409, 422] })
  return (
    <ReasonDialog
      title={isGiven ? t('Record consent') : t('Withdraw consent')}
      description={t('How you learned of it, such as a call or an email')}
      does={isGiven ? t('Record') : t('Withdraw')}
      isBusy={record.isPending}
      run={async (reason) => {
        await record.mutateAsync({ params: { id }, input: { purpose, isGiven, reason } })
        toast.success(isGiven ? t('Consent recorded') : t('Consent withdrawn'))
        onDone()
      }}
      onClose={onClose}
    >
      <p>{t(purposes[purpose])}</p>
    </ReasonDialog>
  )
}
