import { formatPercent } from '../../../core/i18n/formats.ts'
import { choiceLabelOf } from '../../../core/resource/choice-labels.ts'
import { t } from '../../../core/i18n/language.ts'
import { useRecordPaths } from '../../../ui/resource/record-paths.tsx'
import { performers } from '../performer/performers.ts'
import type { Evidence, PossiblePerformer } from './duplicate.endpoints.ts'
import { evidenceWords } from './duplicate-labels.ts'
import classes from './duplicates.module.css'

const factsOf = ({ kind, sport, genre, country, events }: PossiblePerformer) =>
  [
    sport === null ? choiceLabelOf(performers.fields.kind, kind) : choiceLabelOf(performers.fields.sport, sport),
    genre,
    country,
    t('{n, plural, =0 {no events} one {# event} other {# events}}', { n: events }),
  ]
    .filter(Boolean)
    .join(' · ')

export function PerformerNode({ performer, isHere = false }: { performer: PossiblePerformer; isHere?: boolean }) {
  const href = useRecordPaths()(performers.name, 'update', performer.id)
  return (
    <div className={classes['node']} data-here={isHere}>
      <strong>{isHere || href === null ? performer.name : <a href={href}>{performer.name}</a>}</strong>
      <small>{factsOf(performer)}</small>
    </div>
  )
}

/** How sure it is, as a number and a bar. */
export function Score({ score }: { score: number }) {
  return (
    <div className={classes['score']} data-level={score >= 80 ? 'high' : 'middle'}>
      <span>{t('{share} match', { share: formatPercent(score * 100, 'measured') })}</span>
      <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden>
        <rect width="100" height="6" data-part="track" />
        <rect width={score} height="6" data-part="bar" />
      </svg>
    </div>
  )
}

/** The evidence between two performers: one line per fact, with facts against it listed separately. */
export function EvidenceLinks({ evidence, label }: { evidence: readonly Evidence[]; label: string }) {
  return (
    <ul className={classes['links']} aria-label={label}>
      {evidence.map((one) => (
        <li key={one.what} data-against={one.weight < 0}>
          <svg viewBox="0 0 24 10" aria-hidden>
            <path d={one.weight < 0 ? 'M0 5h8M16 5h8M9 1l6 8M15 1l-6 8' : 'M0 5h24'} />
          </svg>
          <span>
            <span className="visually-hidden">{one.weight < 0 ? t('Against') : t('For')}: </span>
            {evidenceWords(one)}
          </span>
          <small>{one.weight > 0 ? `+${one.weight}` : `−${-one.weight}`}</small>
        </li>
      ))}
    </ul>
  )
}
