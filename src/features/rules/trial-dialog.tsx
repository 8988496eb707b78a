import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDate, formatMoney, formatNumber } from '../../core/i18n/formats.ts'
import { http } from '../../core/browser/http-client.web.ts'
import { t } from '../../core/i18n/language.ts'
import { useRecordPaths } from '../../ui/resource/record-paths.tsx'
import { FormSkeleton } from '../../ui/resource/states.tsx'
import type { Tried } from '../../ui/resource/trial.tsx'
import { alwaysAgain, quietInTrials, TrialLead, TrialProblem } from '../../ui/resource/trial.tsx'
import table from '../../ui/resource/trial.module.css'
import { useMay } from '../../core/browser/session.web.ts'
import { Dialog } from '../../ui/dialog.tsx'
import type { DryRow, DryRun, PriceParts } from './rule.endpoints.ts'
import { dryRunRule } from './rule.endpoints.ts'
import { yieldWords } from './rule-labels.ts'
import classes from './rules.module.css'
import { LastMonth } from './trial-replay.tsx'

type Look = 'live' | 'replay'

interface TrialProps extends Tried {
  readonly onClose: () => void
}

/** A preview of a rule before it is saved: its effect on the prices of live events, and on last month's purchases. */
export function TrialDialog({ id, draft, onClose }: TrialProps) {
  const [look, setLook] = useState<Look>('live')
  const mayReplay = useMay()('ui', 'purchases')
  return (
    <Dialog title={t('What this rule would do')} onClose={onClose} size={900}>
      {mayReplay && (
        <div className={classes['looks']} role="group" aria-label={t('View')}>
          <Button
            variant={look === 'live' ? 'light' : 'default'}
            aria-pressed={look === 'live'}
            onClick={() => setLook('live')}
          >
            {t('Live events')}
          </Button>
          <Button
            variant={look === 'replay' ? 'light' : 'default'}
            aria-pressed={look === 'replay'}
            onClick={() => setLook('replay')}
          >
            {t('Purchases of last month')}
          </Button>
        </div>
      )}
      {look === 'live' ? <LiveEvents id={id} draft={draft} /> : <LastMonth id={id} draft={draft} />}
    </Dialog>
  )
}

function LiveEvents({ id, draft }: Tried) {
  const { data, error, fetchNextPage, hasNextPage, isFetching } = useInfiniteQuery({
    queryKey: [dryRunRule.path, id, draft],
    queryFn: async ({ signal, pageParam }) =>
      (
        await http.request('POST', dryRunRule.path, {
          body: { id, draft, after: pageParam },
          signal,
          quiet: quietInTrials,
        })
      ).data as DryRun,
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
    ...alwaysAgain,
  })
  const runs = data?.pages ?? []
  if (error && runs.length === 0) return <TrialProblem failure={error} />
  if (runs.length === 0) return <FormSkeleton />
  const found = runs.flatMap((run) => run.rows)
  // People look for what changes.
  const rows = [...found.filter(isChanged), ...found.filter((row) => !isChanged(row))]
  const examined = runs.reduce((sum, run) => sum + run.examined, 0)
  return (
    <>
      <Lead rows={rows} examined={examined} hasMore={hasNextPage} />
      {rows.length > 0 && (
        <div className={table['scroll']} role="region" tabIndex={0} aria-label={t('Live events before and after')}>
          <table className={table['table']}>
            <thead>
              <tr>
                <th scope="col">{t('Event')}</th>
                <th scope="col" className={table['number']}>
                  {t('Performances')}
                </th>
                <th scope="col" className={table['number']}>
                  {t('Provider asks')}
                </th>
                <th scope="col" className={table['number']}>
                  {t('Customer pays now')}
                </th>
                <th scope="col" className={table['number']}>
                  {t('With the rule')}
                </th>
                <th scope="col">{t('Active rule')}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <LiveRow key={row.id} row={row} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {hasNextPage && (
        <Button variant="default" loading={isFetching} onClick={() => void fetchNextPage()}>
          {t('Check more events')}
        </Button>
      )}
    </>
  )
}

interface LeadProps {
  readonly rows: readonly DryRow[]
  readonly examined: number
  readonly hasMore: boolean
}

/** How many events change, and how many the rule applies to. */
function Lead({ rows, examined, hasMore }: LeadProps) {
  return (
    <TrialLead>
      {rows.length > 0 && (
        <strong>
          {t('{n, plural, =0 {No event changes.} one {# event changes.} other {# events change.}}', {
            n: rows.filter(isChanged).length,
          })}{' '}
        </strong>
      )}
      {rows.length === 0
        ? t('It applies to none of the {n, plural, one {# live event} other {# live events}} checked.', {
            n: examined,
          })
        : hasMore
          ? t(
              'It applies to {n, plural, one {# live event} other {# live events}} so far. Prices are for one ticket at what the provider asks for the cheapest.',
              { n: rows.length },
            )
          : t(
              'It applies to {n, plural, one {# live event} other {# live events}}. Prices are for one ticket at what the provider asks for the cheapest.',
              { n: rows.length },
            )}
    </TrialLead>
  )
}

const isChanged = ({ before, after, beforeEffect, afterEffect }: DryRow) =>
  before?.total !== after?.total || beforeEffect !== afterEffect

function LiveRow({ row }: { row: DryRow }) {
  const href = useRecordPaths()('events', 'update', row.id)
  const { before, after, currency, ask, beatenBy } = row
  const change = before && after ? after.total - before.total : 0
  return (
    <tr>
      <th scope="row">
        {href === null ? (
          row.name
        ) : (
          <a href={href} target="_blank" rel="noreferrer">
            {row.name}
          </a>
        )}
        <small>
          {row.localTime === null ? formatDate(row.localDate) : `${formatDate(row.localDate)}, ${row.localTime}`}
        </small>
      </th>
      <td className={table['number']}>
        {t('{n} of {total}', { n: formatNumber(row.applies), total: formatNumber(row.performances) })}
      </td>
      <td className={table['number']}>{ask === null ? '–' : formatMoney(ask, currency)}</td>
      <td className={table['number']}>
        <PriceCell price={before} currency={currency} />
      </td>
      <td className={table['number']}>
        <PriceCell price={after} currency={currency} />
        {change !== 0 && (
          <small data-change={change > 0 ? 'up' : 'down'}>
            {change > 0 ? `+${formatMoney(change, currency)}` : formatMoney(change, currency)}
          </small>
        )}
        {row.isRaised && <small>{t('raised to the minimum margin')}</small>}
      </td>
      <td>
        {beatenBy
          ? yieldWords(beatenBy.name, beatenBy.by)
          : row.beforeEffect === row.afterEffect
            ? (row.afterEffect ?? t('nothing'))
            : t('{after}, instead of {before}', {
                after: row.afterEffect ?? t('nothing'),
                before: row.beforeEffect ?? t('nothing'),
              })}
      </td>
    </tr>
  )
}

function PriceCell({ price, currency }: { price: PriceParts | null; currency: string }) {
  if (!price) return '–'
  return (
    <span
      title={t('{price} plus {fee} fee; {margin} margin', {
        price: formatMoney(price.price, currency),
        fee: formatMoney(price.fee, currency),
        margin: formatMoney(price.margin, currency),
      })}
    >
      {formatMoney(price.total, currency)}
    </span>
  )
}
