import { Button } from '@mantine/core'
import { useState } from 'react'
import { msg, t } from '../../core/i18n/language.ts'
import type { FixtureInput, FixturePreview, PreviewGround } from './fixture.endpoints.ts'
import classes from './matches.module.css'
import { ZoneInput } from './zone-input.tsx'

const whyWords: Readonly<Record<NonNullable<PreviewGround['why']>, string>> = {
  city: msg('by the city in its name'),
  country: msg('most of its country'),
  file: msg('as in the file'),
}

type Zones = NonNullable<FixtureInput['zones']>

interface GroundsProps {
  readonly preview: FixturePreview
  /** The zone of all teams that have none of their own. */
  readonly others: string | null
  readonly error: string | undefined
  readonly onZones: (zones: Zones, others: string | null) => void
}

/** In which time zone teams play at home, where their ground is not known here. */
export function GroundsQuestion({ preview: { grounds }, others, error, onZones }: GroundsProps) {
  const [isOpen, setOpen] = useState(false)
  if (grounds.length === 0) return null
  const open = grounds.filter(({ timeZone }) => timeZone === null)
  const said = grounds.flatMap(({ team, timeZone }) =>
    timeZone === null || timeZone === others ? [] : [{ spelling: team, timeZone }],
  )
  const proposed = open.flatMap(({ team, proposed: zone }) =>
    zone === null ? [] : [{ spelling: team, timeZone: zone }],
  )
  const answer = (one: Zones[number]) =>
    onZones([...said.filter(({ spelling }) => spelling !== one.spelling), one], others)
  const list = (
    <ul className={classes['teams']} aria-label={t('Grounds')}>
      {grounds.map((ground) => (
        <Ground key={ground.team} ground={ground} onZone={(timeZone) => answer({ spelling: ground.team, timeZone })} />
      ))}
    </ul>
  )
  return (
    <section className={classes['panel']} aria-label={t('Time zones')}>
      <h2>
        {open.length > 0
          ? t('Time zone needed for {n, plural, one {# home team} other {# home teams}}', { n: open.length })
          : t('{n, plural, one {Time zone of # home team} other {Time zones of # home teams}}', { n: grounds.length })}
      </h2>
      {open.length > 0 ? (
        <>
          <p className={classes['help']}>
            {t('These teams have no home venue or country here, so their time zones aren’t known.')}
          </p>
          {error !== undefined && (
            <p className={classes['problem']} role="alert">
              {error}
            </p>
          )}
          <div className={classes['zoneTools']}>
            {proposed.length > 0 && (
              <Button variant="light" onClick={() => onZones([...said, ...proposed], others)}>
                {t('{n, plural, one {Use the suggested zone} other {Use # suggested zones}}', { n: proposed.length })}
              </Button>
            )}
            <ZoneInput
              label={t('Time zone of all others')}
              value={others}
              onZone={(zone) => zone !== null && onZones(said, zone)}
            />
          </div>
          {list}
        </>
      ) : (
        <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary>{t('Show time zones')}</summary>
          {isOpen && list}
        </details>
      )}
    </section>
  )
}

function Ground({ ground, onZone }: { ground: PreviewGround; onZone: (zone: string) => void }) {
  const { name, matches, timeZone, proposed, why } = ground
  return (
    <li>
      <span className={classes['names']}>
        <strong>{name}</strong>
        <small>{t('{n, plural, one {# match at home} other {# matches at home}}', { n: matches })}</small>
      </span>
      <span className={classes['answer']}>
        {timeZone === null && proposed !== null && why !== null && (
          <Button variant="default" size="sm" onClick={() => onZone(proposed)}>
            {t('{zone}, {why}', { zone: proposed, why: t(whyWords[why]) })}
          </Button>
        )}
        <ZoneInput
          key={timeZone}
          label={t('Time zone of {name}', { name })}
          isLabelHidden
          value={timeZone}
          onZone={(typed) => typed !== null && onZone(typed)}
        />
      </span>
    </li>
  )
}
