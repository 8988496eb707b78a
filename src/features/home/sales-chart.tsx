import { useElementSize } from '@mantine/hooks'
import { scaleBand, scaleLinear } from 'd3-scale'
import { useState } from 'react'
import { shortWeekday, weekdayOf } from '../../core/i18n/calendar-labels.ts'
import { formatDay, formatMoney } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { shownDays } from './dashboard.ts'
import { orderCount, shortAmount } from './home-labels.ts'
import classes from './home.module.css'

const height = 236
const bottom = 24
const left = 52
const top = 8

interface SalesChartProps {
  /** Days as `2026-11-25`, the oldest first: those before and those shown. */
  dates: readonly string[]
  /** In minor units of the currency, one for each day. */
  gross: readonly number[]
  orders: readonly number[]
  currency: string
  onOpen: (date: string) => void
}

/** One bar a day, and a mark where the same day was 30 days before. Its numbers are also shown as a table. */
export function SalesChart({ dates, gross, orders, currency, onOpen }: SalesChartProps) {
  const { ref, width } = useElementSize()
  const [at, setAt] = useState<number | null>(null)
  const days = dates.slice(-shownDays)
  const [now, before] = [gross.slice(-shownDays), gross.slice(-2 * shownDays, -shownDays)]
  const x = scaleBand(days, [left, Math.max(left + 1, width)]).paddingInner(0.32)
  const y = scaleLinear([0, Math.max(1, ...now, ...before)], [height - bottom, top]).nice(4)
  const shown = at === null ? null : { date: days[at] ?? '', now: now[at] ?? 0, before: before[at] ?? 0 }
  return (
    <div className={classes['chart']} ref={ref}>
      {width > 0 && (
        <svg width={width} height={height} role="img" aria-label={t('Sales of the last 30 days, by day')}>
          {y.ticks(4).map((tick) => (
            <g key={tick}>
              <line className={classes['grid']} x1={left} x2={width} y1={y(tick)} y2={y(tick)} />
              <text x={left - 8} y={y(tick) + 4} textAnchor="end">
                {shortAmount(tick, currency)}
              </text>
            </g>
          ))}
          {days.map((date, place) => {
            const from = x(date) ?? 0
            const [value, earlier] = [now[place] ?? 0, before[place] ?? 0]
            return (
              <g
                key={date}
                onPointerEnter={() => setAt(place)}
                onPointerLeave={() => setAt(null)}
                onClick={() => onOpen(date)}
              >
                <rect
                  className={classes['hit']}
                  x={from - x.step() * 0.16}
                  width={x.step()}
                  y={top}
                  height={height - bottom - top}
                />
                <rect
                  className={classes['bar']}
                  data-open={place === days.length - 1}
                  x={from}
                  width={x.bandwidth()}
                  y={y(value)}
                  height={y(0) - y(value)}
                  rx="2"
                />
                <line
                  className={classes['mark']}
                  x1={from - 2}
                  x2={from + x.bandwidth() + 2}
                  y1={y(earlier)}
                  y2={y(earlier)}
                />
                <DayLabel date={date} left={days.length - 1 - place} from={from} width={x.bandwidth()} />
              </g>
            )
          })}
        </svg>
      )}
      {shown && (
        <p className={classes['tip']} style={{ insetInlineStart: tipAt(x(shown.date) ?? 0, width) }}>
          <strong>
            {shortWeekday(weekdayOf(shown.date))} {formatDay(shown.date)}
          </strong>
          {' · '}
          {formatMoney(shown.now, currency)}
          {' · '}
          {t('30 days before {amount}', { amount: formatMoney(shown.before, currency) })}
          {' · '}
          {orderCount(orders[orders.length - shownDays + (at ?? 0)] ?? 0)}
        </p>
      )}
    </div>
  )
}

/** Below the first bar of every seven, and ending with the last bar, so that it stays inside the chart. */
function DayLabel({ date, left, from, width }: { date: string; left: number; from: number; width: number }) {
  if (left === 0)
    return (
      <text x={from + width} y={height - 4} textAnchor="end">
        {t('Today')}
      </text>
    )
  const isLabelled = (shownDays - 1 - left) % 7 === 0 && left > 3
  return isLabelled ? (
    <text x={from + width / 2} y={height - 4} textAnchor="middle">
      {formatDay(date)}
    </text>
  ) : null
}

/** Beside its bar, and never over the edge. */
const tipAt = (x: number, width: number) => Math.max(0, Math.min(x - 120, width - 360))
