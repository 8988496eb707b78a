import { formatBriefly, formatMoney, formatNumber } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { maxLate } from '../workers/worker-states.ts'
import type { Dashboard } from './sales.ts'
import classes from './home.module.css'

/** Workers that need attention, each with the page where that is done. */
export function WorkerTroubles({ workers }: { workers: Dashboard['workers'] }) {
  if (workers === null || workers.length === 0) return null
  const late = workers.filter(({ state }) => state === 'late')
  const isOneTrouble = late.length > maxLate
  return (
    <ul className={classes['troubles']} aria-label={t('Workers that need attention')}>
      {isOneTrouble && (
        <li>
          <a href="/workers/list">{t('{n} workers are late', { n: late.length })}</a>
        </li>
      )}
      {workers
        .filter((worker) => !(isOneTrouble && late.includes(worker)))
        .map(({ name, label, state, queue }) => (
          <li key={name}>
            <a href={`/workers/update?${new URLSearchParams({ id: name }).toString()}`}>
              {troubleWords(state, label)}
              {queue &&
                ` · ${t('{n} waiting, growing since {when}', { n: formatNumber(queue.waiting), when: formatBriefly(queue.since) })}`}
            </a>
          </li>
        ))}
    </ul>
  )
}

function troubleWords(state: NonNullable<Dashboard['workers']>[number]['state'], worker: string): string {
  switch (state) {
    case 'failing':
      return t('{worker}: failing', { worker })
    case 'late':
      return t('{worker}: late', { worker })
    case 'growing':
      return t('{worker}: falling behind', { worker })
  }
}

function providerWords(provider: string, state: NonNullable<Dashboard['providers']>[number]['state']): string {
  switch (state) {
    case 'failing':
      return t('{provider} isn’t responding', { provider })
    case 'paused':
      return t('{provider} was paused by its rule', { provider })
    case 'unmapped':
      return t('{provider} sells tickets but has no mapped events', { provider })
  }
}

/** Providers that do not answer or that their rule has paused, each with its page; several without a mapped event are one line, with the list. */
export function ProviderTroubles({ providers }: { providers: Dashboard['providers'] }) {
  if (providers === null || providers.length === 0) return null
  const unmapped = providers.filter(({ state }) => state === 'unmapped')
  const named = unmapped.length === 1 ? providers : providers.filter(({ state }) => state !== 'unmapped')
  return (
    <ul className={classes['troubles']} aria-label={t('Providers that need attention')}>
      {named.map(({ code, name, state }) => (
        <li key={code}>
          <a href={`/providers/event/view?${new URLSearchParams({ id: code }).toString()}`}>
            {providerWords(name, state)}
          </a>
        </li>
      ))}
      {unmapped.length > 1 && (
        <li>
          <a href="/providers/event">
            {t('{n} providers sell tickets but have no mapped events', { n: unmapped.length })}
          </a>
        </li>
      )}
    </ul>
  )
}

/** Prepaid balances that are low, each with the page where it is entered. */
export function LowBalances({ balances }: { balances: Dashboard['balances'] }) {
  if (balances === null || balances.length === 0) return null
  return (
    <ul className={classes['troubles']} aria-label={t('Low balances')}>
      {balances.map(({ code, name, amount, currency }) => (
        <li key={code}>
          <a href={`/providers/event/view?${new URLSearchParams({ id: code }).toString()}`}>
            {t('The balance at {provider} is low: {amount}', {
              provider: name,
              amount: formatMoney(amount, currency),
            })}
          </a>
        </li>
      ))}
    </ul>
  )
}
