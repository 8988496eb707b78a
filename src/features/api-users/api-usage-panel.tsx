import { formatDate, formatInstant, formatNumber, formatPercent } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { useAnswer } from '../../ui/resource/client.web.ts'
import { Failure } from '../../ui/resource/states.tsx'
import type { ApiUsage } from './api-user.endpoints.ts'
import { readApiUsage } from './api-user.endpoints.ts'
import cards from '../../ui/card-table.module.css'
import classes from './api-users.module.css'

/** What was called in the last 30 days, by day and by endpoint, and what is left of the quotas. */
export function ApiUsagePanel({ id }: { id: number }) {
  const { data, error, refetch } = useAnswer(readApiUsage, { params: { id } })
  return (
    <section className={classes['panel']} aria-label={t('Usage')}>
      <div className={classes['head']}>
        <h2>{t('Usage')}</h2>
        {data && <span className={classes['quiet']}>{t('Last {days} days, UTC', { days: data.days })}</span>}
      </div>
      {error && <Failure error={error} onRetry={() => void refetch()} what={t('Usage')} />}
      {!data && !error && (
        <p className={classes['quiet']} role="status">
          {t('Loading…')}
        </p>
      )}
      {data && (
        <>
          <Quotas quota={data.quota} />
          {data.endpoints.length === 0 ? (
            <p className={classes['quiet']}>{t('Nothing has been called.')}</p>
          ) : (
            <>
              <Days byDay={data.byDay} />
              <Endpoints endpoints={data.endpoints} />
            </>
          )}
        </>
      )}
    </section>
  )
}

function Quotas({ quota: { minute, day } }: { quota: ApiUsage['quota'] }) {
  return (
    <div className={classes['meters']}>
      <Meter what={t('This minute')} limit={minute.limit} left={minute.left} />
      <Meter
        what={t('Today')}
        limit={day.limit}
        left={day.left}
        note={day.usedUpAt ? t('At this pace used up at {usedUpAt}', { usedUpAt: formatInstant(day.usedUpAt) }) : ''}
      />
    </div>
  )
}

function Meter({ what, limit, left, note }: { what: string; limit: number; left: number; note?: string }) {
  const used = limit - left
  return (
    <div className={classes['meter']}>
      <p>
        <span>{what}</span>
        <span>{t('{used} of {limit} calls', { used: formatNumber(used), limit: formatNumber(limit) })}</span>
      </p>
      <meter
        aria-label={t('{what}: calls used', { what })}
        min={0}
        max={limit}
        high={limit * 0.8}
        optimum={0}
        value={used}
      />
      {note && <span className={classes['quiet']}>{note}</span>}
    </div>
  )
}

/** A bar a day, its errors in red on top; the figures are in the picture's name and in the table below. */
function Days({ byDay }: { byDay: ApiUsage['byDay'] }) {
  const most = Math.max(1, ...byDay.map(({ calls }) => calls))
  const calls = byDay.reduce((sum, day) => sum + day.calls, 0)
  const [first, last] = [byDay[0]?.date ?? '', byDay.at(-1)?.date ?? '']
  return (
    <>
      <div
        className={classes['bars']}
        role="img"
        aria-label={t('{calls} calls from {first} to {last}, at most {most} a day', {
          calls: formatNumber(calls),
          first: formatDate(first),
          last: formatDate(last),
          most: formatNumber(most),
        })}
      >
        {byDay.map((day) => (
          <div
            key={day.date}
            className={classes['bar']}
            title={t('{date}: {calls} calls, {errors} errors', {
              date: formatDate(day.date),
              calls: formatNumber(day.calls),
              errors: formatNumber(day.errors),
            })}
          >
            <span style={{ blockSize: `${((day.calls - day.errors) / most) * 100}%` }} />
            <span data-errors="true" style={{ blockSize: `${(day.errors / most) * 100}%` }} />
          </div>
        ))}
      </div>
      <div className={classes['axis']} aria-hidden>
        <span>{formatDate(first)}</span>
        <span>{formatDate(last)}</span>
      </div>
    </>
  )
}

function Endpoints({ endpoints }: { endpoints: ApiUsage['endpoints'] }) {
  return (
    <div className={classes['frame']} tabIndex={0} role="group" aria-label={t('Calls, scrolls sideways')}>
      <table role="table" className={`${cards['cards']} ${classes['table']}`} aria-label={t('Calls by endpoint')}>
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col">
              {t('Endpoint')}
            </th>
            <th role="columnheader" scope="col" data-numeric="true">
              {t('Calls')}
            </th>
            <th role="columnheader" scope="col" data-numeric="true">
              {t('Errors')}
            </th>
            <th role="columnheader" scope="col" data-numeric="true">
              {t('Over quota')}
            </th>
            <th role="columnheader" scope="col" data-numeric="true">
              {t('Average')}
            </th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          {endpoints.map((row) => (
            <tr role="row" key={row.endpoint}>
              <td role="cell" className={classes['code']}>
                {row.endpoint}
              </td>
              <td role="cell" data-numeric="true" data-label={t('Calls')}>
                {formatNumber(row.calls)}
              </td>
              <td role="cell" data-numeric="true" data-label={t('Errors')}>
                <span>
                  {formatNumber(row.errors)}
                  {row.errors > 0 && ` (${formatPercent((row.errors / row.calls) * 10_000, 'measured')})`}
                </span>
              </td>
              <td role="cell" data-numeric="true" data-label={t('Over quota')}>
                {formatNumber(row.throttled)}
              </td>
              <td role="cell" data-numeric="true" data-label={t('Average')}>
                {t('{averageMs} ms', { averageMs: formatNumber(row.averageMs) })}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
