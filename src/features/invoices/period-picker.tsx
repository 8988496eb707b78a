import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { format } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { useBusinessZone } from '../../ui/resource/business-zone.web.ts'
import { DateInput } from '../../ui/resource/date-input.tsx'
import { daysOf, isPeriod, lastDayOf, periodOf, periodsUntil } from './periods.ts'
import classes from './invoice-books.module.css'

interface PeriodPickerProps {
  readonly period: string
  /** The last day that there are periods of, in business time. */
  readonly today: string
  readonly onChange: (period: string) => void
}

const others = 'others'

/** A month, a quarter, a year, or any days. */
export function PeriodPicker({ period, today, onChange }: PeriodPickerProps) {
  const zone = useBusinessZone()
  const { months, quarters, years } = periodsUntil(today)
  const isOther = period.includes('..')
  const listed = [...months, ...quarters, ...years]
  const days = daysOf(period)
  // Days that are no period yet, as their last day is before the first.
  const [draft, setDraft] = useState<readonly [string | null, string | null] | null>(null)
  const [from, last] = draft ?? [days[0], lastDayOf(days)]
  function choose(next: readonly [string | null, string | null]): void {
    const chosen = periodOf(next[0] ?? '', next[1] ?? '')
    setDraft(isPeriod(chosen) ? null : next)
    if (isPeriod(chosen)) onChange(chosen)
  }
  const of = (values: readonly string[]) => values.map((value) => ({ value, label: nameOfPeriod(value) }))
  return (
    <div className={classes['period']}>
      <NativeSelect
        label={t('Period')}
        value={isOther ? others : period}
        data={[
          ...(isOther || listed.includes(period) ? [] : of([period])),
          { group: t('Quarters'), items: of(quarters) },
          { group: t('Months'), items: of(months) },
          { group: t('Years'), items: of(years) },
          { value: others, label: t('Other days') },
        ]}
        onChange={({ currentTarget: { value } }) => {
          setDraft(null)
          onChange(value === others ? periodOf(days[0], lastDayOf(days)) : value)
        }}
      />
      {isOther && (
        <>
          <DateInput
            kind="date"
            zone={zone}
            label={t('First day')}
            value={from}
            onChange={(day) => choose([day, last])}
          />
          <DateInput
            kind="date"
            zone={zone}
            label={t('Last day')}
            value={last}
            error={from !== null && last !== null && from > last && t('Choose a day on or after the first one.')}
            onChange={(day) => choose([from, day])}
          />
        </>
      )}
    </div>
  )
}

/** `2026-11` in the words of the language. */
function nameOfPeriod(period: string): string {
  if (!/^\d{4}-\d{2}$/.test(period)) return period.replace('-', ' ')
  const words = format(
    'month and year',
    (locale) => new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }),
  )
  return words.format(new Date(`${period}-01T00:00:00Z`))
}
