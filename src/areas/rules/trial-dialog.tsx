import { Button } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDate, formatMoney, formatNumber, formatPercent } from '../../kit/formats.ts'
import { http } from '../../kit/http-client.web.ts'
import { t } from '../../kit/language.ts'
import { FailedRequest } from '../../kit/request-errors.web.ts'
import { useRecordPaths } from '../../kit/screens/record-paths.tsx'
import { FormSkeleton } from '../../kit/screens/states.tsx'
import { useMay } from '../../kit/session.web.ts'
import { Dialog } from '../../ui/dialog.tsx'
import type { DryRow, DryRun, Replay, ReplaySums, ToldPrice } from './rule-calls.ts'
import { dryRunRule, replayRule } from './rule-calls.ts'
import { yieldWords } from './rule-words.ts'
import classes from './rules.module.css'

interface TrialProps { readonly id: number | null; readonly draft: Record<string, unknown>; readonly onClose: () => void }

type Look = 'live' | 'replay'

/** What a rule would do before anybody saves it: to the prices of live events, and to the purchases of last month. */
export function TrialDialog({ id, draft, onClose }: TrialProps) {
  const [look, setLook] = useState<Look>('live')
  const mayReplay = useMay()('ui', 'purchases')
  return (
    <Dialog title={t('What this rule would do')} onClose={onClose} size={900}>
      {mayReplay && (
        <div className={classes['looks']} role="group" aria-label={t('View')}>
          <Button variant={look === 'live' ? 'light' : 'default'} aria-pressed={look === 'live'} onClick={() => setLook('live')}>{t('Live events')}</Button>
          <Button variant={look === 'replay' ? 'light' : 'default'} aria-pressed={look === 'replay'} onClick={() => setLook('replay')}>{t('Purchases of last month')}</Button>
        </div>
      )}
      {look === 'live' ? <LiveEvents id={id} draft={draft} /> : <LastMonth id={id} draft={draft} />}
    </Dialog>
  )
}

/** The sentences of a refusal: what the rule still lacks. */
function problemOf(failure: unknown): string {
  return failure instanceof FailedRequest ? Object.values(failure.body.fields ?? {}).join(' ') || failure.message : t('The server could not be reached.')
}

type Asked = Omit<TrialProps, 'onClose'>

/** What was tried is tried anew each time the dialog opens: events and prices move on. */
const anew = { staleTime: 0, gcTime: 0, retry: false } as const
const quiet = [404, 422] as const

function LiveEvents({ id, draft }: Asked) {
  const { data, error, fetchNextPage, hasNextPage, isFetching } = useInfiniteQuery({
    queryKey: [dryRunRule.path, id, draft],
    queryFn: async ({ signal, pageParam }) => (await http.request('POST', dryRunRule.path, { body: { id, draft, after: pageParam }, signal, quiet })).data as DryRun,
    initialPageParam: 0, getNextPageParam: ({ next }) => next, ...anew,
  })
  const runs = data?.pages ?? []
  const problem = error && runs.length === 0 ? problemOf(error) : null
  if (problem !== null) return <p role="alert" className={classes['problem']}>{problem}</p>
  if (runs.length === 0) return <FormSkeleton />
  const rows = runs.flatMap((run) => run.rows)
  const examined = runs.reduce((sum, run) => sum + run.examined, 0)
  return (
    <>
      <p role="status" className={classes['lead']}>
        {rows.length === 0 ? t('It applies to none of the {n, plural, one {# live event} other {# live events}} that were looked at.', { n: examined })
          : hasNextPage ? t('It applies to {n, plural, one {# live event} other {# live events}} so far. Prices are for one ticket at what the provider asks for the cheapest.', { n: rows.length })
            : t('It applies to {n, plural, one {# live event} other {# live events}}. Prices are for one ticket at what the provider asks for the cheapest.', { n: rows.length })}
      </p>
      {rows.length > 0 && (
        <div className={classes['scroll']} role="region" tabIndex={0} aria-label={t('Live events before and after')}>
          <table className={classes['table']}>
            <thead>
              <tr>
                <th scope="col">{t('Event')}</th><th scope="col" className={classes['number']}>{t('Performances')}</th>
                <th scope="col" className={classes['number']}>{t('Provider asks')}</th><th scope="col" className={classes['number']}>{t('Customer pays now')}</th>
                <th scope="col" className={classes['number']}>{t('With the rule')}</th><th scope="col">{t('What holds')}</th>
              </tr>
            </thead>
            <tbody>{rows.map((row) => <LiveRow key={row.id} row={row} />)}</tbody>
          </table>
        </div>
      )}
      {hasNextPage && <Button variant="default" loading={isFetching} onClick={() => void fetchNextPage()}>{t('Look at more events')}</Button>}
    </>
  )
}

function LiveRow({ row }: { row: DryRow }) {
  const href = useRecordPaths()('events', 'update', row.id)
  const { before, after, currency, ask, beatenBy } = row
  const change = before && after ? after.total - before.total : 0
  return (
    <tr>
      <th scope="row">
        {href === null ? row.name : <a href={href} target="_blank" rel="noreferrer">{row.name}</a>}
        <small>{row.localTime === null ? formatDate(row.localDate) : `${formatDate(row.localDate)}, ${row.localTime}`}</small>
      </th>
      <td className={classes['number']}>{t('{n} of {total}', { n: formatNumber(row.applies), total: formatNumber(row.performances) })}</td>
      <td className={classes['number']}>{ask === null ? '–' : formatMoney(ask, currency)}</td>
      <td className={classes['number']}><PriceCell price={before} currency={currency} /></td>
      <td className={classes['number']}>
        <PriceCell price={after} currency={currency} />
        {change !== 0 && <small data-change={change > 0 ? 'up' : 'down'}>{change > 0 ? `+${formatMoney(change, currency)}` : formatMoney(change, currency)}</small>}
        {row.isRaised && <small>{t('raised to the minimum margin')}</small>}
      </td>
      <td>
        {beatenBy ? yieldWords(beatenBy.name, beatenBy.by)
          : row.beforeEffect === row.afterEffect ? row.afterEffect ?? t('nothing') : t('{after}, instead of {before}', { after: row.afterEffect ?? t('nothing'), before: row.beforeEffect ?? t('nothing') })}
      </td>
    </tr>
  )
}

function PriceCell({ price, currency }: { price: ToldPrice | null; currency: string }) {
  if (!price) return '–'
  return <span title={t('{price} and {fee} fee; {margin} are left', { price: formatMoney(price.price, currency), fee: formatMoney(price.fee, currency), margin: formatMoney(price.margin, currency) })}>{formatMoney(price.total, currency)}</span>
}

function LastMonth({ id, draft }: Asked) {
  const { data, error } = useQuery({
    queryKey: [replayRule.path, id, draft],
    queryFn: async ({ signal }) => (await http.request('POST', replayRule.path, { body: { id, draft }, signal, quiet })).data as Replay,
    ...anew,
  })
  if (error) return <p role="alert" className={classes['problem']}>{problemOf(error)}</p>
  return data ? <ReplayResult replay={data} /> : <FormSkeleton />
}

function ReplayResult({ replay: { days, examined, isCapped, applies, prevails, isKnown, sums } }: { replay: Replay }) {
  const telling = sums.filter(({ changed, prevented }) => changed + prevented > 0)
  return (
    <>
      <p role="status" className={classes['lead']}>
        {isCapped ? t('Of the newest {n} paid purchases of events that it could be about, it applies to {applies} and prevails for {prevails}.', { n: formatNumber(examined), applies: formatNumber(applies), prevails: formatNumber(prevails) })
          : t('Of {n, plural, one {# paid purchase} other {# paid purchases}} of the last {days} days that it could be about, it applies to {applies} and prevails for {prevails}.', { n: examined, days, applies: formatNumber(applies), prevails: formatNumber(prevails) })}
      </p>
      {isKnown && telling.length > 0 && (
        <div className={classes['scroll']} role="region" tabIndex={0} aria-label={t('Purchases of last month before and after')}>
          <table className={classes['table']}>
            <thead>
              <tr>
                <th scope="col">{t('Currency')}</th><th scope="col" className={classes['number']}>{t('Changed')}</th><th scope="col" className={classes['number']}>{t('Margin then')}</th>
                <th scope="col" className={classes['number']}>{t('With the rule')}</th><th scope="col" className={classes['number']}>{t('Not possible')}</th><th scope="col">{t('It pays while')}</th>
              </tr>
            </thead>
            <tbody>{telling.map((sum) => <SumRow key={sum.currency} sum={sum} />)}</tbody>
          </table>
        </div>
      )}
      {isKnown && telling.length === 0 && <p>{t('It would have changed no price and prevented no purchase.')}</p>}
      <section className={classes['honest']} aria-label={t('What this can know')}>
        <h3>{t('What this can know')}</h3>
        <ul>
          {isKnown ? <li>{t('It compares each purchase with the rules of today and with this one besides: the difference of both prices is what changes. Rules of that day, coupons and tax stay as they were.')}</li>
            : <li>{t('A rule of this type changes no price, so purchases do not tell what it would have earned or lost. Only how many it is about is known.')}</li>}
          <li>{t('What the provider asked is worked out of what it was owed. It is not kept with the purchase.')}</li>
          <li>{t('It cannot know who would have stayed away at a higher price, or who would have come at a lower one. The last column says how many may stay away before the gain is gone.')}</li>
        </ul>
      </section>
    </>
  )
}

function SumRow({ sum }: { sum: ReplaySums }) {
  const { currency, purchases, changed, marginBefore, marginAfter, prevented, preventedMargin, breakEven } = sum
  const change = marginAfter - marginBefore
  return (
    <tr>
      <th scope="row">{currency}</th>
      <td className={classes['number']}>{t('{n} of {total}', { n: formatNumber(changed), total: formatNumber(purchases) })}</td>
      <td className={classes['number']}>{formatMoney(marginBefore, currency)}</td>
      <td className={classes['number']}>{formatMoney(marginAfter, currency)}{change !== 0 && <small data-change={change > 0 ? 'up' : 'down'}>{change > 0 ? `+${formatMoney(change, currency)}` : formatMoney(change, currency)}</small>}</td>
      <td className={classes['number']}>{prevented === 0 ? '–' : <>{formatNumber(prevented)}<small>{t('{margin} of margin', { margin: formatMoney(preventedMargin, currency) })}</small></>}</td>
      <td>{breakEven === null ? '–' : t('fewer than {share} of them stay away', { share: formatPercent(breakEven) })}</td>
    </tr>
  )
}
