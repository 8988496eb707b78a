import { Button } from '@mantine/core'
import { formatMoney, formatNumber, formatPercent, timeAgo } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { useRouteQuery } from '../../ui/navigation.tsx'
import { Chip } from '../../ui/resource/cells.tsx'
import { RecordLink } from '../../ui/resource/record-link.tsx'
import type { AvailabilityCheck } from './availability.endpoints.ts'
import { saleStopLabels } from './availability-labels.ts'
import { noteLabelNames } from '../section-mapping/placement-labels.ts'
import type { NoteLabel } from '../section-mapping/resolver/notes.ts'
import { noteLabels } from '../section-mapping/resolver/notes.ts'
import { SourceCard } from './source-card.tsx'
import classes from './availability.module.css'

/** What the site shows, then one column a provider. */
export function CheckView({ check, onMatched }: { check: AvailabilityCheck; onMatched: () => void }) {
  const { sources, sale, askedAt, askedBy, isUnderWay } = check
  const [{ notes }, patch] = useRouteQuery()
  const label = noteLabels.find((one) => one === notes) ?? null
  const missing = sources.filter(({ state }) => state === 'asking').length
  return (
    <>
      <p className={classes['status']} role="status">
        {isUnderWay
          ? t('{n, plural, one {Waiting for # answer…} other {Waiting for # answers…}}', { n: missing })
          : askedBy === null
            ? t('Asked {when}', { when: timeAgo(askedAt) })
            : t('Asked by {who} {when}', { who: askedBy, when: timeAgo(askedAt) })}
      </p>
      {sale && <Sale sale={sale} configuration={check.configuration} />}
      {sources.length === 0 ? (
        <p className={classes['quiet']}>{t('No provider offers it.')}</p>
      ) : (
        <>
          <LabelFilter sources={sources} label={label} onChange={(next) => patch({ notes: next }, { replace: true })} />
          <div className={classes['columns']}>
            {sources.map((source) => (
              <SourceCard
                key={source.source}
                checkId={check.id}
                source={source}
                label={label}
                hasParty={check.party !== null}
                onMatched={onMatched}
              />
            ))}
          </div>
        </>
      )}
    </>
  )
}

interface LabelFilterProps {
  readonly sources: AvailabilityCheck['sources']
  readonly label: NoteLabel | null
  onChange(label: NoteLabel | null): void
}

/** What notes of listings say of their seats, each with how many listings say it. A second press shows all again. */
function LabelFilter({ sources, label, onChange }: LabelFilterProps) {
  const counts = noteLabels.map((one) => ({
    one,
    n: sources.reduce((all, { listings }) => all + listings.filter(({ labels }) => labels?.includes(one)).length, 0),
  }))
  const said = counts.filter(({ one, n }) => n > 0 || one === label)
  if (said.length === 0) return null
  return (
    <div className={classes['labels']} role="group" aria-label={t('Filter by label')}>
      {said.map(({ one, n }) => (
        <Button
          key={one}
          size="xs"
          variant={one === label ? 'outline' : 'default'}
          aria-pressed={one === label}
          onClick={() => onChange(one === label ? null : one)}
        >
          {t(noteLabelNames[one])} · {formatNumber(n)}
        </Button>
      ))}
    </div>
  )
}

type SaleOfCheck = NonNullable<AvailabilityCheck['sale']>

/** What the site shows of a performance, and the rules that make its prices. */
function Sale({ sale, configuration }: { sale: SaleOfCheck; configuration: string | null }) {
  const { stop, from, currency, available, ticketLimit, markup, minMargin, serviceFee, hides } = sale
  const rules = [
    [t('Markup'), markup],
    [t('Minimum margin'), minMargin],
    [t('Service fee'), serviceFee],
    [t('Hidden by'), hides],
  ] as const
  const applied = rules.filter(([, rule]) => rule !== null)
  return (
    <section className={`${classes['card']} ${classes['sale']}`} aria-label={t('On the site')}>
      <div>
        <h2>{t('On the site')}</h2>
        <p>
          {stop === null ? <Chip tone="good">{t('On sale')}</Chip> : <Chip tone="bad">{t('Not sold')}</Chip>}
          {' · '}
          {stop !== null
            ? t(saleStopLabels[stop])
            : from === null
              ? t('No price yet.')
              : t('From {price} with fees · {n, plural, one {# ticket} other {# tickets}}', {
                  price: formatMoney(from, currency),
                  n: available,
                })}
        </p>
        <p className={classes['quiet']}>
          {[
            configuration ?? t('No seat map'),
            ticketLimit !== null &&
              t('At most {n, plural, one {# ticket} other {# tickets}} in one order', { n: ticketLimit }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <div>
        <h2>{t('Price rules')}</h2>
        {applied.length === 0 ? (
          <p className={classes['quiet']}>{t('No rule applies: customers pay what the provider asks.')}</p>
        ) : (
          <ul className={classes['rules']}>
            {applied.map(
              ([label, rule]) =>
                rule && (
                  <li key={label}>
                    <span>
                      {label}
                      {rule.value !== null && ` ${formatPercent(rule.value)}`}
                    </span>{' '}
                    <RecordLink to="rules" id={rule.id}>
                      {rule.name}
                    </RecordLink>
                  </li>
                ),
            )}
          </ul>
        )}
      </div>
    </section>
  )
}
