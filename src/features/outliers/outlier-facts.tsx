import { formatMoney, formatDate, formatNumber, listOf, timeAgo } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { useRecordPaths } from '../../ui/resource/record-paths.tsx'
import type { OutlierEvidence } from './outlier.endpoints.ts'
import type { TicketMapOutlier } from './ticket-map-outliers.ts'
import { WhyHere } from './why-here.tsx'
import classes from './outliers.module.css'

/** What is at stake, in the figures that decide the order of work. */
export function Stakes({ outlier, section }: { outlier: TicketMapOutlier; section: string | null }) {
  const paths = useRecordPaths()
  const venue = paths('venues', 'update', outlier.venueId)
  const { stake, currency, listingCount, ticketCount, nextDate, daysLeft, providers } = outlier
  return (
    <section className={classes['card']} aria-label={t('At stake')}>
      <dl className={classes['facts']}>
        <Fact label={t('Value at stake')}>
          <strong>{formatMoney(stake, currency)}</strong>
        </Fact>
        <Fact label={t('Listings')}>
          {formatNumber(listingCount)}
          <small>{t('{n, plural, one {# ticket} other {# tickets}}', { n: ticketCount })}</small>
        </Fact>
        {nextDate !== null && (
          <Fact label={t('Next event')}>
            {formatDate(nextDate)}
            {daysLeft !== null && (
              <small>
                {t('{n, plural, =0 {today} one {in # day} other {in # days}}', { n: Math.max(0, daysLeft) })}
              </small>
            )}
          </Fact>
        )}
        <Fact label={t('Venue')}>
          {venue === null ? outlier.venue.title : <a href={venue}>{outlier.venue.title}</a>}
          <small>{outlier.venueConfiguration.title}</small>
        </Fact>
        <Fact label={t('Providers')}>{listOf(providers.map(({ title }) => title))}</Fact>
        {section !== null && <Fact label={t('Section')}>{section}</Fact>}
        <Fact label={t('First seen')}>{timeAgo(outlier.firstSeenAt)}</Fact>
      </dl>
    </section>
  )
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** The raw listings, word for word. */
export function Listings({ listings }: Pick<OutlierEvidence, 'listings'>) {
  return (
    <section className={classes['card']} aria-label={t('Listings')}>
      <h2>{t('Listings')}</h2>
      {listings.length === 0 ? (
        <p className={classes['quiet']}>{t('No open listing has this wording now.')}</p>
      ) : (
        <div className={classes['scroll']} tabIndex={0} role="group" aria-label={t('Listings')}>
          <table className={classes['listings']}>
            <thead>
              <tr>
                <th>{t('Listed as')}</th>
                <th className={classes['number']}>{t('Price')}</th>
                <th className={classes['number']}>{t('Tickets')}</th>
                <th>{t('Performance')}</th>
                <th>{t('Provider')}</th>
              </tr>
            </thead>
            <tbody>
              {listings.map((one) => (
                <tr key={one.id}>
                  <td>
                    {one.section}
                    {one.row !== null && <small>{t('Row {row}', { row: one.row })}</small>}
                  </td>
                  <td className={classes['number']}>
                    {formatMoney(one.price, one.currency)}
                    {one.remark !== null && <small>{one.remark}</small>}
                  </td>
                  <td className={classes['number']}>{formatNumber(one.quantity)}</td>
                  <td>
                    {one.performance}
                    <small>{formatDate(one.date)}</small>
                  </td>
                  <td>
                    {one.provider}
                    <small>
                      {one.code} <WhyHere id={one.id} code={one.code} />
                    </small>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}

/** How the wording was read, step by step. */
export function Trace({ trace }: Pick<OutlierEvidence, 'trace'>) {
  return (
    <section className={classes['card']} aria-label={t('How it was mapped')}>
      <h2>{t('How it was mapped')}</h2>
      <ol className={classes['trace']}>
        {trace.map((step, place) => (
          <li key={place}>{step}</li>
        ))}
      </ol>
    </section>
  )
}

export function Decisions({ decisions }: Pick<OutlierEvidence, 'decisions'>) {
  const paths = useRecordPaths()
  return (
    <section className={classes['card']} aria-label={t('Past decisions')}>
      <h2>{t('Past decisions')}</h2>
      {decisions.length === 0 ? (
        <p className={classes['quiet']}>{t('No decisions at this venue yet.')}</p>
      ) : (
        <ul className={classes['decisions']}>
          {decisions.map(({ id, section, row, sectionName, configuration, ruleId, by, at, isSameWording }) => {
            const rule = ruleId === null ? null : paths('rewrite-rules', 'update', ruleId)
            return (
              <li key={id} data-same={isSameWording}>
                <span>
                  {row === null ? section : t('{section}, row {row}', { section, row })} →{' '}
                  {sectionName ?? t('no section')}
                </span>
                <small>
                  {by === null
                    ? t('{configuration}, {when}', { configuration, when: timeAgo(at) })
                    : t('{configuration}, {who}, {when}', { configuration, who: by, when: timeAgo(at) })}
                  {rule !== null && (
                    <>
                      {' · '}
                      <a href={rule}>{t('Rule')}</a>
                    </>
                  )}
                </small>
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}
