import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import { FailedRequest } from '../../core/browser/request-errors.web.ts'
import { formatMoney, listOf } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Failure } from '../../ui/resource/states.tsx'
import { toast } from '../../ui/toast-store.web.ts'
import type { EventProvider, PauseImpact } from './event-providers.endpoints.ts'
import { pauseProvider } from './event-providers.endpoints.ts'
import { usePauseImpact, useProviderCommand } from './event-providers.web.ts'
import classes from './event-supply.module.css'

/** Says what goes off sale before it asks why. */
export function PauseProviderDialog({ provider, onClose }: { provider: EventProvider; onClose: () => void }) {
  const pause = useProviderCommand(pauseProvider, provider.code, [422])
  const impact = usePauseImpact(provider.code)
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string | null>(null)

  async function submit(): Promise<void> {
    try {
      await pause.mutateAsync({ reason })
      toast.success(t('{provider} paused', { provider: provider.name }))
      onClose()
    } catch (failure) {
      if (failure instanceof FailedRequest && failure.status === 422)
        setProblem(failure.body.fields?.['reason'] ?? failure.message)
    }
  }

  return (
    <Dialog
      title={t('Pause {provider}', { provider: provider.name })}
      onClose={onClose}
      isBusy={pause.isPending}
      size={480}
    >
      <form
        noValidate
        className={classes['stack']}
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        {impact.error ? (
          <Failure error={impact.error} onRetry={() => void impact.refetch()} what={t('What goes off sale')} />
        ) : impact.data ? (
          <Impact impact={impact.data} />
        ) : (
          <p role="status">{t('Counting what goes off sale…')}</p>
        )}
        <Textarea
          label={t('Reason')}
          required
          maxLength={300}
          autosize
          minRows={2}
          value={reason}
          error={problem}
          onChange={(event) => {
            setReason(event.currentTarget.value)
            setProblem(null)
          }}
        />
        <div className={classes['buttons']}>
          <Button variant="default" disabled={pause.isPending} onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button type="submit" color="red" disabled={!impact.data} loading={pause.isPending}>
            {t('Pause')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function Impact({ impact: { listings, tickets, value, performances, events, stillSold } }: { impact: PauseImpact }) {
  if (listings === 0 && performances === 0) return <p>{t('Nothing is on sale from this provider now.')}</p>
  return (
    <section aria-label={t('What goes off sale')} className={classes['impact']}>
      <h3>{t('Goes off sale at once')}</h3>
      <ul>
        {listings > 0 && (
          <li>
            {t('{n, plural, one {# listing} other {# listings}}', { n: listings })} ·{' '}
            {t('{n, plural, one {# ticket} other {# tickets}}', { n: tickets })} · <Amounts value={value} />
          </li>
        )}
        <li>
          {t(
            '{n, plural, =0 {No performance sells out} one {# performance with nothing left} other {# performances with nothing left}}',
            { n: performances },
          )}
          {events > 0 && <> · {t('{n, plural, one {# event} other {# events}}', { n: events })}</>}
        </li>
        {stillSold > 0 && (
          <li>
            {t(
              '{n, plural, one {# performance stays on sale from other providers} other {# performances stay on sale from other providers}}',
              { n: stillSold },
            )}
          </li>
        )}
      </ul>
      <p>{t('Orders already placed are not affected. Resume brings everything back.')}</p>
    </section>
  )
}

/** Currencies that are named at once. */
const shownCurrencies = 3

/** The largest amounts; a press shows the others. */
function Amounts({ value }: Pick<PauseImpact, 'value'>) {
  const [isWhole, setWhole] = useState(false)
  const amounts = value.map(({ currency, amount }) => formatMoney(amount, currency))
  const left = amounts.length - shownCurrencies
  if (isWhole || left <= 1) return <>{listOf(amounts)}</>
  return (
    <>
      {amounts.slice(0, shownCurrencies).join(', ')}{' '}
      <button type="button" className={classes['more']} onClick={() => setWhole(true)}>
        {t('and {n} more', { n: left })}
      </button>
    </>
  )
}
