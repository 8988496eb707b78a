import { useEffect, useState } from 'react'
import { FailedRequest } from '../../core/browser/request-errors.web.ts'
import { formatMoney, formatNumber, listOf } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { useRouteParams } from '../../ui/navigation.tsx'
import { Chip } from '../../ui/resource/cells.tsx'
import { useCommand } from '../../ui/resource/client.web.ts'
import { placeFieldOf } from './rewrite-rule-check.ts'
import { RuleMap } from './rule-map.tsx'
import type { RuleToTry, RuleTrial } from './try-rule.ts'
import { tryRule } from './try-rule.ts'
import classes from './section-mapping.module.css'

type Draft = Readonly<Record<string, unknown>>

/** Milliseconds without typing before a draft is tried. */
const pause = 500

/** The draft as a trial takes it; null while it says too little. */
function ruleIn(draft: Draft, id: string | undefined): RuleToTry | null {
  const { scope, field, match, pattern, action, replacement, priority } = draft
  if (typeof pattern !== 'string' || pattern.trim() === '' || typeof field !== 'string') return null
  if (action === 'replace' && (typeof replacement !== 'string' || replacement.trim() === '')) return null
  const placeKey = placeFieldOf(scope)
  if (placeKey !== undefined && typeof draft[placeKey] !== 'number') return null
  return {
    ...(id !== undefined && { id: Number(id) }),
    ...(placeKey !== undefined && { [placeKey]: draft[placeKey] }),
    scope,
    field,
    match,
    pattern,
    action,
    replacement: action === 'replace' ? replacement : null,
    ...(typeof priority === 'number' && { priority }),
  } as RuleToTry
}

/** What the rule in the form would do to the open listings, before it is saved. */
export function RuleTester({ draft }: { draft: Draft }) {
  const { id } = useRouteParams()
  const { mutateAsync } = useCommand(tryRule, { quiet: [422] })
  const rule = ruleIn(draft, id)
  const wanted = rule === null ? null : JSON.stringify(rule)
  const [answer, setAnswer] = useState<{ of: string; trial: RuleTrial | null; problem: string | null } | null>(null)
  useEffect(() => {
    if (wanted === null) return
    let isCurrent = true
    const say = (trial: RuleTrial | null, problem: string | null) =>
      isCurrent && setAnswer({ of: wanted, trial, problem })
    const timer = setTimeout(() => {
      void mutateAsync({ input: JSON.parse(wanted) as RuleToTry }).then(
        (trial) => say(trial, null),
        (failure: unknown) =>
          say(
            null,
            failure instanceof FailedRequest
              ? listOf(Object.values(failure.body.fields ?? { '': failure.message }))
              : null,
          ),
      )
    }, pause)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [wanted, mutateAsync])
  return (
    <section className={classes['tester']} aria-label={t('Try it')}>
      <h2>{t('Try it')}</h2>
      <div role="status">
        {wanted === null ? (
          <p className={classes['quiet']}>{t('Fill in the text and where it applies to see what would change.')}</p>
        ) : answer === null ? (
          <p className={classes['quiet']}>{t('Trying it on the open listings…')}</p>
        ) : answer.trial === null ? (
          <p className={classes['problem']}>{answer.problem ?? t('The test couldn’t run.')}</p>
        ) : (
          <Outcome trial={answer.trial} isStale={answer.of !== wanted} isOfNotes={draft['field'] === 'note'} />
        )}
      </div>
      {wanted !== null && answer?.trial && answer.trial.texts.length > 0 && (
        <div className={classes['findings']} data-map={answer.trial.map !== null}>
          <Texts trial={answer.trial} isOfNotes={draft['field'] === 'note'} />
          {answer.trial.map && <RuleMap map={answer.trial.map} />}
        </div>
      )}
    </section>
  )
}

/** Currencies that are named, those worth most; the others are counted. */
const maxNamed = 3

function worthInWords(worth: RuleTrial['placed']['worth']): string {
  const named = worth.length > maxNamed + 1 ? worth.slice(0, maxNamed) : worth
  const money = named.map(({ amount, currency }) => formatMoney(amount, currency)).join(' + ')
  return named.length < worth.length
    ? t('{money} and {n} more currencies', { money, n: formatNumber(worth.length - named.length) })
    : money
}

const named = (id: number, pattern: string, listings: number) => ({
  id: String(id),
  pattern,
  n: formatNumber(listings),
})

interface OutcomeProps {
  readonly trial: RuleTrial
  readonly isStale: boolean
  readonly isOfNotes: boolean
}

function Outcome({ trial, isStale, isOfNotes }: OutcomeProps) {
  const { listings, placed, moved, unplaced, decisions, conflicts, isCut } = trial
  const counts = {
    placed: formatNumber(placed.listings),
    moved: formatNumber(moved.listings),
    broken: formatNumber(unplaced.listings),
    all: formatNumber(listings),
  }
  if (listings === 0) return <p className={classes['quiet']}>{t('No open listing has this text.')}</p>
  return (
    <div data-stale={isStale} className={classes['outcome']}>
      <p>
        <strong>
          {placed.listings + moved.listings + unplaced.listings === 0
            ? t('{n, plural, one {Reads # listing} other {Reads # listings}} and changes nothing', { n: listings })
            : isOfNotes
              ? t('Would label {placed}, relabel {moved} and take labels from {broken} of {all} listings', counts)
              : t('Would newly place {placed}, change {moved} and break {broken} of {all} listings', counts)}
        </strong>
        {placed.worth.length > 0 && <> · {t('worth {money}', { money: worthInWords(placed.worth) })}</>}
      </p>
      {decisions.length > 0 && (
        <p className={classes['problem']}>
          {t('Changes manual decisions: {cases}', {
            cases: listOf(
              decisions.slice(0, 5).map(({ section, was, becomes }) => `${section}: ${was} → ${becomes ?? '–'}`),
            ),
          })}
        </p>
      )}
      {conflicts.map(({ id, pattern, prevails, listings: n }) => (
        <p key={id} className={classes[prevails ? 'problem' : 'quiet']}>
          {prevails
            ? t('Rule {id}, “{pattern}”, reads {n} of them in another way and is applied first.', named(id, pattern, n))
            : t(
                'Rule {id}, “{pattern}”, reads {n} of them in another way and comes after this one.',
                named(id, pattern, n),
              )}
        </p>
      ))}
      {isCut && <p className={classes['quiet']}>{t('Only the texts with the most money are counted.')}</p>}
    </div>
  )
}

function Texts({ trial: { texts }, isOfNotes }: { trial: RuleTrial; isOfNotes: boolean }) {
  const labels = {
    placed: isOfNotes ? t('Newly labelled') : t('Newly placed'),
    moved: t('Changed'),
    unplaced: isOfNotes ? t('Label lost') : t('Broken'),
    same: t('Unchanged'),
  } as const
  const tones = { placed: 'good', moved: 'warn', unplaced: 'bad', same: 'neutral' } as const
  return (
    <div className={classes['scroll']} tabIndex={0} role="region" aria-label={t('Texts before and after')}>
      <table className={classes['texts']}>
        <thead>
          <tr>
            <th>{t('Listed as')}</th>
            <th>{t('Before')}</th>
            <th>{t('After')}</th>
            <th>{t('Change')}</th>
            <th className={classes['number']}>{t('Listings')}</th>
            <th className={classes['number']}>{t('Value')}</th>
          </tr>
        </thead>
        <tbody>
          {texts.map(({ section, row, before, after, change, listings, worth }) => (
            <tr key={JSON.stringify([section, row, before, after])}>
              <td>{row === null ? section : t('{section}, row {row}', { section, row })}</td>
              <td>{before ?? '–'}</td>
              <td>{after ?? '–'}</td>
              <td>
                <Chip tone={tones[change]}>{labels[change]}</Chip>
              </td>
              <td className={classes['number']}>{formatNumber(listings)}</td>
              <td className={classes['number']}>{worthInWords(worth)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
