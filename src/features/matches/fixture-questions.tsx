import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { listOf } from '../../core/i18n/formats.ts'
import { msg, t } from '../../core/i18n/language.ts'
import type { FixtureInput, FixturePreview } from './fixture.endpoints.ts'
import type { ColumnKey } from './fixture-files.ts'
import { columnKeys } from './fixture-files.ts'
import classes from './matches.module.css'
import { DateInput } from '../../ui/resource/date-input.tsx'
import { ZoneInput } from './zone-input.tsx'

const keyWords: Readonly<Record<Exclude<ColumnKey, ''>, string>> = {
  home: msg('Home team'),
  away: msg('Away team'),
  sides: msg('Both teams'),
  date: msg('Date'),
  time: msg('Kickoff'),
  timeZone: msg('Time zone'),
  round: msg('Round'),
  venue: msg('Venue'),
  competition: msg('Competition'),
  season: msg('Season'),
  status: msg('Status'),
  score: msg('Score'),
}

type Columns = NonNullable<FixturePreview['columns']>

/** What each column of the file contains, with its first values; open if the user must answer. */
export function ColumnsQuestion({
  columns: { headings, mapping, sample },
  isAsked,
  onColumns,
}: {
  columns: Columns
  isAsked: boolean
  onColumns: (columns: ColumnKey[]) => void
}) {
  const [isOpen, setOpen] = useState(false)
  const table = (
    <div className={classes['tableBox']} role="region" aria-label={t('Columns of the file')} tabIndex={0}>
      <table className={classes['table']}>
        <thead>
          <tr>
            <th scope="col">{t('Column')}</th>
            <th scope="col">{t('First values')}</th>
            <th scope="col">{t('Contains')}</th>
          </tr>
        </thead>
        <tbody>
          {headings.map((heading, at) => {
            const name = heading === '' ? t('Column {number}', { number: at + 1 }) : heading
            return (
              <tr key={at}>
                <td>{name}</td>
                <td>
                  <bdi>
                    {sample
                      .map((cells) => cells[at])
                      .filter(Boolean)
                      .join(' · ')}
                  </bdi>
                </td>
                <td>
                  <NativeSelect
                    aria-label={t('Content of {name}', { name })}
                    value={mapping[at] ?? ''}
                    data={[
                      { value: '', label: t('Leave out') },
                      ...columnKeys.map((key) => ({
                        value: key,
                        label: t(keyWords[key]),
                        disabled: key !== mapping[at] && mapping.includes(key),
                      })),
                    ]}
                    onChange={({ currentTarget: { value } }) =>
                      onColumns(
                        mapping.map((key, n) => (n === at ? (columnKeys.find((one) => one === value) ?? '') : key)),
                      )
                    }
                  />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
  return (
    <section className={classes['panel']} aria-label={t('Columns')}>
      {isAsked ? (
        <>
          <h2>{t('Which columns name the teams?')}</h2>
          <p className={classes['help']}>{t('Choose the home and the away team, or one column that has both.')}</p>
          {table}
        </>
      ) : (
        <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary>{t('{n, plural, one {# column} other {# columns}}', { n: headings.length })}</summary>
          {isOpen && table}
        </details>
      )}
    </section>
  )
}

type Readings = NonNullable<FixtureInput['readings']>

/** Times and zones of the file that can be taken in several ways, or in none. */
export function ReadingQuestions({
  preview: { unread },
  readings,
  onReadings,
}: {
  preview: FixturePreview
  readings: Readings
  onReadings: (readings: Readings) => void
}) {
  if (unread.length === 0) return null
  const answer = (reading: Readings[number]) =>
    onReadings([...readings.filter(({ text }) => text !== reading.text), reading])
  return (
    <section className={classes['panel']} aria-label={t('Times to explain')}>
      <h2>{t('{n, plural, one {# time can’t be read} other {# times can’t be read}}', { n: unread.length })}</h2>
      <ul className={classes['teams']}>
        {unread.slice(0, 50).map(({ kind, text, count, lines }) => (
          <li key={`${kind} ${text}`}>
            <span className={classes['names']}>
              <strong>{text}</strong>
              <small>
                {count > lines.length
                  ? t('lines {lines} and {n} more', { lines: lines.join(', '), n: count - lines.length })
                  : t('{n, plural, one {line {lines}} other {lines {lines}}}', {
                      n: count,
                      lines: listOf(lines.map(String)),
                    })}
              </small>
            </span>
            <span className={classes['answer']}>
              {kind === 'zone' ? (
                <>
                  <ZoneInput
                    label={t('Time zone that {text} means', { text })}
                    isLabelHidden
                    value={null}
                    onZone={(timeZone) => timeZone !== null && answer({ text, timeZone })}
                  />
                  <Button variant="default" size="sm" onClick={() => answer({ text, timeZone: null })}>
                    {t('Local time of each ground')}
                  </Button>
                </>
              ) : (
                <>
                  <Kickoff
                    label={t('Kickoff that {text} means', { text })}
                    onGiven={(time) => answer({ text, time })}
                  />
                  <Button variant="default" size="sm" onClick={() => answer({ text, time: null })}>
                    {t('To be confirmed')}
                  </Button>
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A time that is taken once it is complete. */
function Kickoff({ label, onGiven }: { label: string; onGiven: (time: string) => void }) {
  const [time, setTime] = useState<string | null>(null)
  return (
    <DateInput
      kind="time"
      aria-label={label}
      value={time}
      onChange={setTime}
      onBlur={() => time !== null && onGiven(time)}
    />
  )
}
