import { Button, Checkbox } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import { formatDate, formatNumber, formatPercent, listOf, timeAgo } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import { Chip } from '../../../ui/resource/cells.tsx'
import { RecordLink } from '../../../ui/resource/record-link.tsx'
import { methodLabels } from './event-labels.ts'
import type { ProviderEvent } from './provider-events.endpoints.ts'
import classes from './provider-events.module.css'

const moment = ({ localDate, localTime }: Pick<ProviderEvent, 'localDate' | 'localTime'>) =>
  localDate === null ? t('No date yet') : [formatDate(localDate), localTime ?? t('no time yet')].join(', ')

interface Props {
  event: ProviderEvent
  isChosen: boolean
  onToggle: (() => void) | undefined
  onChooseOther: (() => void) | undefined
}

/** One of their events beside the performance that it is, or could be. */
export function ProviderEventRow({ event, isChosen, onToggle, onChooseOther }: Props) {
  const { name, venue, city, performance, state } = event
  return (
    <li className={classes['event']}>
      {onToggle && (
        <Checkbox size="xs" checked={isChosen} onChange={onToggle} aria-label={t('Select {event}', { event: name })} />
      )}
      <div>
        <strong>{name}</strong>
        <p className={classes['quiet']}>{[moment(event), venue, city].filter(Boolean).join(' · ')}</p>
        <p className={classes['code']}>{event.code}</p>
      </div>
      <div>
        {performance ? (
          <>
            <RecordLink to="performances" id={performance.id}>
              {performance.name}
            </RecordLink>
            <p className={classes['quiet']}>{[moment(performance), performance.venue].join(' · ')}</p>
          </>
        ) : (
          <p className={classes['quiet']}>{t('No performance')}</p>
        )}
        <p className={classes['quiet']}>
          <MatchWords event={event} />
        </p>
      </div>
      <div className={classes['last']}>
        {state === 'matched' && <Listings event={event} />}
        {onChooseOther && (
          <Button size="compact-xs" variant="subtle" aria-haspopup="dialog" onClick={onChooseOther}>
            {performance ? t('Change…') : t('Match…')}
          </Button>
        )}
      </div>
      {state === 'matched' && event.problem !== null && <p className={classes['problem']}>{event.problem}</p>}
    </li>
  )
}

/** What of a suggestion is the same on both sides, and what is not. */
function evidenceOf({ name, venue, localDate, localTime, performance }: ProviderEvent): string[] {
  if (!performance) return []
  const folded = (text: string | null) => (text ?? '').trim().toLocaleLowerCase()
  const facts = [
    [t('name'), folded(name) === folded(performance.name)],
    [t('venue'), folded(venue) === folded(performance.venue)],
    [t('day'), localDate === performance.localDate],
    [t('time'), localTime === performance.localTime],
  ] as const
  const [same, other] = [true, false].map((wanted) =>
    facts.filter(([, isSame]) => isSame === wanted).map(([label]) => label),
  )
  return [
    ...(same?.length ? [t('Same: {facts}', { facts: listOf(same) })] : []),
    ...(other?.length ? [t('Different: {facts}', { facts: listOf(other) })] : []),
  ]
}

function MatchWords({ event }: { event: ProviderEvent }) {
  const { confidence, method, isLocked, decidedBy, state } = event
  const parts = [
    ...(confidence === null ? [] : [t('{share} match', { share: formatPercent(confidence, 'measured') })]),
    ...(state === 'suggested' ? evidenceOf(event) : []),
    ...(method === null ? [] : [t(methodLabels[method])]),
    ...(decidedBy === null ? [] : [decidedBy]),
  ]
  return (
    <>
      {parts.join(' · ')}
      {isLocked && (
        <>
          {' '}
          <IconLock size={12} role="img" aria-label={t('Locked: the sync leaves it alone')} />
        </>
      )}
    </>
  )
}

function Listings({ event: { listings, leftOut, listingsAt, problem, isGone } }: { event: ProviderEvent }) {
  return (
    <>
      {isGone ? (
        <Chip tone="bad">{t('Off at the provider')}</Chip>
      ) : (
        problem !== null && <Chip tone="warn">{t('Not read')}</Chip>
      )}
      {listingsAt === null ? (
        problem === null && <p className={classes['quiet']}>{t('Not read yet')}</p>
      ) : (
        <>
          <p>{t('{n, plural, one {# listing} other {# listings}}', { n: listings })}</p>
          <p className={classes['quiet']}>
            {timeAgo(listingsAt)}
            {leftOut > 0 && ` · ${t('{n} left out', { n: formatNumber(leftOut) })}`}
          </p>
        </>
      )}
    </>
  )
}
