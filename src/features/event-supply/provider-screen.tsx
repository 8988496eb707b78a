import { IconBroadcast, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useState } from 'react'
import { formatInstant, formatNumber, formatPercent, timeAgo } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { useRouteQuery } from '../../ui/navigation.tsx'
import { usePage } from '../../ui/page-context.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { CommandButton } from '../../ui/resource/command.tsx'
import { ListNeighbours } from '../../ui/resource/record-neighbours.tsx'
import { RecordCommands } from '../../ui/resource/record-commands.tsx'
import { FailedPage, NoSuchPage } from '../../ui/resource/missing-page.tsx'
import { FormSkeleton } from '../../ui/resource/states.tsx'
import { toast } from '../../ui/toast-store.web.ts'
import { TicketConnectionCard } from './ticket-connection-card.tsx'
import type { EventProviderDetails } from './event-providers.endpoints.ts'
import { resumeProvider } from './event-providers.endpoints.ts'
import { providerHref, useEventProvider, useProviderCommand } from './event-providers.web.ts'
import { PauseProviderDialog } from './pause-provider-dialog.tsx'
import { ProviderCalls } from './calls/provider-calls.tsx'
import { ProviderChip } from './provider-chip.tsx'
import { ProviderIncidents } from './provider-incidents.tsx'
import { ProviderEventsCard } from './syncing/provider-events-card.tsx'
import { ProviderTermsCard } from './terms/provider-terms-card.tsx'
import { useTicketConnections } from './ticket-connections.web.ts'
import { breakerLabels, kindLabels } from './provider-states.ts'
import classes from './event-supply.module.css'

/** One provider of tickets: how it is doing, what it sells, and the switch that takes it off sale. */
export function ProviderScreen() {
  const [{ id }] = useRouteQuery()
  const { mayWrite, title } = usePage()
  const code = id === undefined || id === '' ? null : id
  const { data: provider, error, refetch } = useEventProvider(code)
  const back = { href: '/providers/event', many: t('Event providers') }
  if (code === null) return <NoSuchPage what={t('Event provider')} back={back} />
  if (error && !provider)
    return <FailedPage error={error} onRetry={() => void refetch()} what={t('Event provider')} back={back} />
  if (!provider)
    return (
      <PageFrame record={{ kind: t('Event provider'), name: title }}>
        <FormSkeleton />
      </PageFrame>
    )
  return (
    <PageFrame
      record={{ kind: t('Event provider'), name: provider.name }}
      subtitle={<ProviderChip state={provider.state} />}
      actions={
        <>
          <ListNeighbours here={providerHref(provider)} />
          <RecordCommands>
            {mayWrite && <Commands provider={provider} />}
            <CommandButton
              label={t('Check availability')}
              icon={IconBroadcast}
              place="beside"
              href={`/provider/tickets-availability?provider=${encodeURIComponent(provider.code)}`}
            />
          </RecordCommands>
        </>
      }
    >
      <PausedNotice provider={provider} />
      {provider.state === 'unmapped' && (
        <div className={classes['notice']}>
          <p>
            {t(
              '{n, plural, one {# listing is} other {# listings are}} on sale, but none of our events is linked with this provider. Map its events, or choose it as the provider of an event.',
              { n: provider.listings },
            )}
          </p>
        </div>
      )}
      <div className={classes['page']}>
        <div className={classes['column']}>
          <TheirEvents code={provider.code} canEdit={mayWrite} />
          <ProviderIncidents incidents={provider.incidents} />
          <ProviderCalls
            code={provider.code}
            calls={provider.lastCalls}
            canSend={mayWrite}
            onSent={() => void refetch()}
          />
        </div>
        <div className={classes['column']}>
          <Health provider={provider} />
          <ProviderTermsCard code={provider.code} canEdit={mayWrite} />
          <Stock provider={provider} />
          <TicketConnectionCard code={provider.code} canEdit={mayWrite} />
        </div>
      </div>
    </PageFrame>
  )
}

/** Of providers that can be called. */
function TheirEvents({ code, canEdit }: { code: string; canEdit: boolean }) {
  const { data = [] } = useTicketConnections()
  return data.some((one) => one.code === code) ? <ProviderEventsCard code={code} canEdit={canEdit} /> : null
}

function Commands({ provider }: { provider: EventProviderDetails }) {
  const resume = useProviderCommand(resumeProvider, provider.code)
  const [isPausing, setPausing] = useState(false)

  async function resumeNow(): Promise<void> {
    // A failure has been shown by the client already.
    if (await resume.mutateAsync(undefined).catch(() => null))
      toast.success(t('{provider} resumed', { provider: provider.name }))
  }

  return (
    <>
      {provider.state === 'paused' ? (
        <CommandButton
          label={t('Resume')}
          icon={IconPlayerPlay}
          place="primary"
          isBusy={resume.isPending}
          run={() => void resumeNow()}
        />
      ) : (
        <CommandButton
          label={t('Pause…')}
          icon={IconPlayerPause}
          place="primary"
          opensDialog
          run={() => setPausing(true)}
        />
      )}
      {isPausing && <PauseProviderDialog provider={provider} onClose={() => setPausing(false)} />}
    </>
  )
}

function PausedNotice({ provider: { state, incidents, withheld } }: { provider: EventProviderDetails }) {
  if (state !== 'paused') return null
  const pause = incidents.find(({ kind, until }) => kind === 'pause' && until === null)
  return (
    <div className={classes['notice']}>
      <p>
        <strong>
          {pause
            ? pause.by === null
              ? t('Paused by its rule {when}', { when: timeAgo(pause.from) })
              : t('Paused by {who} {when}', { who: pause.by, when: timeAgo(pause.from) })
            : t('Paused')}
        </strong>{' '}
        <span className={classes['quiet']}>
          {t('{n, plural, =0 {No listing withheld} one {# listing withheld} other {# listings withheld}}', {
            n: withheld,
          })}
        </span>
      </p>
      {pause && <p>{pause.reason}</p>}
    </div>
  )
}

function Facts({ facts }: { facts: readonly (readonly [string, string])[] }) {
  return (
    <dl className={classes['facts']}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Health({ provider }: { provider: EventProviderDetails }) {
  const { uptime, errorShare, p95, calls, breaker, lastCallAt } = provider
  const share = (basisPoints: number | null) => (basisPoints === null ? '–' : formatPercent(basisPoints, 'measured'))
  return (
    <section className={classes['card']} aria-label={t('Health')}>
      <h2>{t('Health')}</h2>
      <Facts
        facts={[
          [t('Uptime, 7 days'), share(uptime)],
          [t('Errors, 24 h'), share(errorShare)],
          [t('p95, 24 h'), p95 === null ? '–' : t('{n} ms', { n: formatNumber(p95) })],
          [t('Calls, 24 h'), formatNumber(calls)],
          [t('Breaker'), t(breakerLabels[breaker])],
          [t('Last call'), lastCallAt === null ? t('Never called') : formatInstant(lastCallAt)],
        ]}
      />
    </section>
  )
}

function Stock({ provider: { kind, currency, events, listings, tickets } }: { provider: EventProviderDetails }) {
  return (
    <section className={classes['card']} aria-label={t('Stock')}>
      <h2>{t('Stock')}</h2>
      <Facts
        facts={[
          [t('Kind'), t(kindLabels[kind])],
          [t('Invoice currency'), currency],
          [t('Upcoming events'), formatNumber(events)],
          [t('Listings on sale'), formatNumber(listings)],
          [t('Tickets on sale'), formatNumber(tickets)],
        ]}
      />
    </section>
  )
}
