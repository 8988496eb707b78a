import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Tone } from '../../core/resource/fields.ts'
import { msg, t } from '../../core/i18n/language.ts'
import { Chip } from '../../ui/resource/cells.tsx'
import type { FixturePreview, PreviewRow } from './fixture.endpoints.ts'
import { differenceWords, kickoffWords } from './kickoff-labels.ts'
import classes from './matches.module.css'

const actionWords: Readonly<Record<PreviewRow['action'], string>> = {
  create: msg('New match'),
  same: msg('Unchanged'),
  change: msg('New kickoff'),
  waits: msg('Needs a team'),
  zone: msg('Needs a time zone'),
  unread: msg('Needs a time'),
  doubt: msg('Not a match?'),
  twice: msg('Duplicate in the file'),
}
const countWords: Readonly<Record<PreviewRow['action'], string>> = {
  create: msg('{n, plural, one {# new match} other {# new matches}}'),
  same: msg('{n, plural, one {# as it is} other {# as they are}}'),
  change: msg('{n, plural, one {# kickoff changes} other {# kickoffs change}}'),
  waits: msg('{n, plural, one {# needs a team} other {# need a team}}'),
  zone: msg('{n, plural, one {# needs a time zone} other {# need a time zone}}'),
  unread: msg('{n, plural, one {# needs a time} other {# need a time}}'),
  doubt: msg('{n, plural, one {# left out: not a match?} other {# left out: not matches?}}'),
  twice: msg('{n, plural, one {# duplicate in the file} other {# duplicates in the file}}'),
}
const tones: Readonly<Record<PreviewRow['action'], Tone>> = {
  create: 'good',
  same: 'neutral',
  change: 'warn',
  waits: 'busy',
  zone: 'busy',
  unread: 'busy',
  doubt: 'warn',
  twice: 'bad',
}
const order: readonly PreviewRow['action'][] = ['unread', 'waits', 'zone', 'doubt', 'change', 'twice', 'create', 'same']
/** Rows drawn before the user asks for more. */
const page = 60

/** The rows of a file, each with its outcome. */
export function FixtureRows({
  preview: { rows, problems },
  onMatch,
}: {
  preview: FixturePreview
  onMatch: (line: number) => void
}) {
  const [only, setOnly] = useState<PreviewRow['action'] | null>(null)
  const [most, setMost] = useState(page)
  const shown = rows.filter(({ action }) => only === null || action === only)
  const show = (action: PreviewRow['action'] | null) => {
    setOnly(action)
    setMost(page)
  }
  return (
    <section className={classes['panel']} aria-label={t('Rows of the file')}>
      <h2>{t('{n, plural, one {# row} other {# rows}}', { n: rows.length })}</h2>
      {problems.length > 0 && (
        <div role="alert" className={classes['problems']}>
          <p>{t('{n, plural, one {One line is left out:} other {# lines are left out:}}', { n: problems.length })}</p>
          <ul>
            {problems.slice(0, 20).map(({ line, message }) => (
              <li key={line}>{t('Line {line}: {message}', { line, message })}</li>
            ))}
          </ul>
        </div>
      )}
      {rows.length > 0 && (
        <>
          <ActionFilter rows={rows} only={only} onShow={show} />
          <div className={classes['tableBox']} tabIndex={0} role="group" aria-label={t('Rows')}>
            <table className={classes['table']}>
              <thead>
                <tr>
                  <th scope="col">{t('Line')}</th>
                  <th scope="col">{t('Round')}</th>
                  <th scope="col">{t('Match')}</th>
                  <th scope="col">{t('Kickoff')}</th>
                  <th scope="col">{t('What happens')}</th>
                </tr>
              </thead>
              <tbody>
                {shown.slice(0, most).map((row) => (
                  <Row key={`${row.line} ${row.becomes.localDate}`} row={row} onMatch={onMatch} />
                ))}
              </tbody>
            </table>
          </div>
          {shown.length > most && (
            <Button variant="default" size="compact-sm" onClick={() => setMost(most + 200)}>
              {t('Show more of {n}', { n: shown.length })}
            </Button>
          )}
        </>
      )}
    </section>
  )
}

interface ActionFilterProps {
  readonly rows: readonly PreviewRow[]
  readonly only: PreviewRow['action'] | null
  readonly onShow: (action: PreviewRow['action'] | null) => void
}

/** Narrows the rows to one outcome: those that there are, each with its number. */
function ActionFilter({ rows, only, onShow }: ActionFilterProps) {
  return (
    <div className={classes['kinds']} role="group" aria-label={t('Show only')}>
      <Button
        size="compact-sm"
        variant={only === null ? 'light' : 'default'}
        aria-pressed={only === null}
        onClick={() => onShow(null)}
      >
        {t('All')}
      </Button>
      {order.flatMap((action) => {
        const count = rows.filter((row) => row.action === action).length
        return count === 0
          ? []
          : [
              <Button
                key={action}
                size="compact-sm"
                variant={only === action ? 'light' : 'default'}
                aria-pressed={only === action}
                onClick={() => onShow(action)}
              >
                {t(countWords[action], { n: count })}
              </Button>,
            ]
      })}
    </div>
  )
}

function Row({
  row: { line, round, homeName, awayName, becomes, was, action },
  onMatch,
}: {
  row: PreviewRow
  onMatch: (line: number) => void
}) {
  const words = was && action === 'change' ? differenceWords(was, becomes) : null
  return (
    <tr>
      <td className={classes['number']}>{line}</td>
      <td>{round ?? '–'}</td>
      <td>{t('{home} v {away}', { home: homeName, away: awayName })}</td>
      <td>
        {words ? (
          <>
            <s>{words.was}</s> → {words.becomes}
          </>
        ) : (
          <>
            {kickoffWords(becomes)}
            {becomes.timeZone !== null && <small>{becomes.timeZone}</small>}
          </>
        )}
      </td>
      <td>
        <Chip tone={tones[action]}>{t(actionWords[action])}</Chip>
        {action === 'doubt' && (
          <Button variant="subtle" size="compact-sm" onClick={() => onMatch(line)}>
            {t('Import as a match')}
          </Button>
        )}
      </td>
    </tr>
  )
}
