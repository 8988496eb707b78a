import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { formatPercent, listOf } from '../../core/i18n/formats.ts'
import { msg, t } from '../../core/i18n/language.ts'
import { Chip } from '../../ui/resource/cells.tsx'
import { useRecordPaths } from '../../ui/resource/record-paths.tsx'
import type { FixtureInput, FixturePreview, PreviewTeam } from './fixture.endpoints.ts'
import classes from './matches.module.css'

type Answers = NonNullable<FixtureInput['answers']>
interface TeamsProps {
  readonly preview: FixturePreview
  readonly answers: Answers
  readonly onAnswers: (answers: Answers) => void
}

const stateWords: Readonly<Record<PreviewTeam['state'], string>> = {
  known: msg('Known'),
  spelling: msg('Another spelling'),
  new: msg('New team'),
  unsure: msg('Which one?'),
  answered: msg('Your choice'),
}
const tones = { known: 'neutral', spelling: 'busy', new: 'good', unsure: 'warn', answered: 'good' } as const
const whyWords: Readonly<Record<PreviewTeam['candidates'][number]['why'], string>> = {
  same: msg('the same name'),
  form: msg('the same but for its legal form'),
  part: msg('part of the name'),
  short: msg('a shortening'),
  initials: msg('its initials'),
  spelling: msg('spelled alike'),
  fixture: msg('has the same match'),
  season: msg('plays in this season'),
}

/** The teams of a file: questions first, certain ones below. */
export function FixtureTeams({ preview: { teams }, answers, onAnswers }: TeamsProps) {
  const [isOpen, setOpen] = useState(false)
  const asked = teams.filter(({ state }) => state === 'unsure' || state === 'answered')
  const created = teams
    .filter(({ state, performerId }) => state === 'new' || (state === 'answered' && performerId === null))
    .toSorted((a, b) => a.name.localeCompare(b.name))
  const rest = teams
    .filter(({ state }) => state === 'known' || state === 'spelling')
    .toSorted((a, b) => a.name.localeCompare(b.name))
  const spellings = teams.reduce((sum, team) => sum + team.spellings.length, 0)
  const answer = (team: PreviewTeam, value: string) =>
    onAnswers([...answers.filter(({ spelling }) => spelling !== team.key), ...answerOf(team, value)])
  return (
    <section className={classes['panel']} aria-label={t('Teams')}>
      <h2>
        {t('{n, plural, one {# team} other {# teams}} in {spellings, plural, one {# spelling} other {# spellings}}', {
          n: teams.length,
          spellings,
        })}
      </h2>
      {asked.length > 0 && (
        <ul className={classes['teams']} aria-label={t('Teams to decide about')}>
          {asked.map((team) => (
            <li key={team.key}>
              <Names team={team} />
              <Question team={team} answers={answers} onAnswer={(value) => answer(team, value)} />
            </li>
          ))}
        </ul>
      )}
      {created.length > 0 && (
        <div className={classes['created']}>
          <p>
            {t('{n, plural, one {# new team will be created:} other {# new teams will be created:}}', {
              n: created.length,
            })}
          </p>
          <p>{listOf(created.map(({ name }) => name))}</p>
        </div>
      )}
      {rest.length > 0 && (
        <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary>
            {t('{n, plural, one {# team already here} other {# teams already here}}', { n: rest.length })}
          </summary>
          {isOpen && (
            <ul className={classes['teams']}>
              {rest.map((team) => (
                <li key={team.key}>
                  <Names team={team} />
                </li>
              ))}
            </ul>
          )}
        </details>
      )}
    </section>
  )
}

function Names({ team }: { team: PreviewTeam }) {
  const href = useRecordPaths()('performers', 'update', team.performerId ?? 0)
  const [best] = team.candidates
  const others = team.spellings.map(({ text }) => text).filter((text) => text !== team.name)
  return (
    <span className={classes['names']}>
      {team.performerId !== null && href !== null ? (
        <a href={href} target="_blank" rel="noreferrer">
          {team.name}
        </a>
      ) : (
        <strong>{team.name}</strong>
      )}
      <Chip tone={tones[team.state]}>{t(stateWords[team.state])}</Chip>
      {team.state === 'spelling' && best?.why === 'fixture' && <small>{t('recognised by its matches')}</small>}
      {others.length > 0 && <small>{t('also {names}', { names: listOf(others) })}</small>}
    </span>
  )
}

const fresh = 'new'

function Question({
  team,
  answers,
  onAnswer,
}: {
  team: PreviewTeam
  answers: Answers
  onAnswer: (value: string) => void
}) {
  const given = answers.find(({ spelling }) => spelling === team.key)
  const value =
    given === undefined
      ? ''
      : given.sameAs !== undefined
        ? `same ${given.sameAs}`
        : given.performerId === null
          ? fresh
          : String(given.performerId)
  return (
    <NativeSelect
      aria-label={t('Which team is {name}?', { name: team.key })}
      value={value}
      className={classes['question']}
      data={[
        { value: '', label: t('Choose…') },
        ...team.candidates.map(({ performerId, name, score, why, isElsewhere }) => ({
          value: String(performerId),
          label: isElsewhere
            ? t('{name}, in another country ({score}: {why})', {
                name,
                score: formatPercent(score * 10_000, 'measured'),
                why: t(whyWords[why]),
              })
            : t('{name} ({score}: {why})', {
                name,
                score: formatPercent(score * 10_000, 'measured'),
                why: t(whyWords[why]),
              }),
        })),
        ...team.alike.map((name) => ({ value: `same ${name}`, label: t('The same as {name} in this file', { name }) })),
        { value: fresh, label: t('A new team') },
      ]}
      onChange={(event) => onAnswer(event.currentTarget.value)}
    />
  )
}

function answerOf({ key }: PreviewTeam, value: string): Answers {
  if (value === '') return []
  if (value === fresh) return [{ spelling: key, performerId: null }]
  if (value.startsWith('same ')) return [{ spelling: key, performerId: null, sameAs: value.slice(5) }]
  return [{ spelling: key, performerId: Number(value) }]
}
