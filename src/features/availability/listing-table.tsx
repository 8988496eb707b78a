import { formatMoney, formatNumber, formatPercent, listOf } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import type { Tone } from '../../core/resource/fields.ts'
import { Chip } from '../../ui/resource/cells.tsx'
import { RecordLink } from '../../ui/resource/record-link.tsx'
import type { NoteLabel } from '../section-mapping/resolver/notes.ts'
import type { Method, RefusalReason } from '../section-mapping/resolver/resolver.ts'
import type { Difference } from './availability.ts'
import type { AvailabilitySource } from './availability.endpoints.ts'
import { methodLabels, noteLabelNames, unplacedLabels } from '../section-mapping/placement-labels.ts'
import { differenceLabels, hiddenLabels } from './availability-labels.ts'
import { WhyHere } from './why-here.tsx'
import classes from './availability.module.css'

type Listing = AvailabilitySource['listings'][number]

const tones: Readonly<Record<Difference, Tone>> = { same: 'neutral', changed: 'warn', new: 'busy', gone: 'bad' }

interface ListingTableProps {
  readonly checkId: number
  readonly source: AvailabilitySource
  readonly listings: readonly Listing[]
  /** Only those whose note says this; null shows all. */
  readonly label: NoteLabel | null
  /** Counted, not shown. */
  readonly more: number
}

export function ListingTable({
  checkId,
  source: { source, provider, state },
  listings: all,
  label: wanted,
  more,
}: ListingTableProps) {
  const listings = wanted === null ? all : all.filter(({ labels }) => labels?.includes(wanted))
  if (listings.length === 0 && all.length > 0)
    return <p className={classes['quiet']}>{t('No listing has this label.')}</p>
  if (listings.length === 0)
    return <p className={classes['quiet']}>{state === 'answered' ? t('No listings.') : t('No listings stored.')}</p>
  const counts = (['changed', 'new', 'gone'] as const).flatMap((difference) => {
    const n = listings.filter((one) => one.difference === difference).length
    return n === 0 ? [] : [`${formatNumber(n)} ${t(differenceLabels[difference]).toLowerCase()}`]
  })
  const label = t('Listings of {provider}', { provider: provider.name })
  return (
    <>
      <p className={classes['summary']}>
        {[
          t('{n, plural, one {# listing} other {# listings}}', { n: listings.length + (wanted === null ? more : 0) }),
          ...counts,
        ].join(' · ')}
      </p>
      <div className={classes['scroll']} role="group" aria-label={label} tabIndex={0}>
        <table className={classes['listings']} aria-label={label}>
          <thead>
            <tr>
              <th scope="col">{t('Section')}</th>
              <th scope="col" className={classes['number']}>
                {t('Tickets')}
              </th>
              <th scope="col" className={classes['number']}>
                {t('Price')}
              </th>
            </tr>
          </thead>
          <tbody>
            {listings.map((listing) => (
              <Row key={listing.code} listing={listing} of={{ checkId, source }} />
            ))}
          </tbody>
        </table>
      </div>
      {more > 0 && wanted === null && (
        <p className={classes['quiet']}>{t('{n, plural, one {# more, dearer} other {# more, dearer}}', { n: more })}</p>
      )}
    </>
  )
}

interface RowProps {
  readonly listing: Listing
  readonly of: { readonly checkId: number; readonly source: string }
}

function Row({ listing, of }: RowProps) {
  const { section, row, quantity, ask, currency, price, difference, stored, hidden, note, labels = [] } = listing
  return (
    <tr data-hidden={hidden !== null}>
      <td>
        <span>{row === null ? section : t('{section}, row {row}', { section, row })}</span>
        <small>
          <Placed placed={listing.placed} /> <WhyHere {...of} code={listing.code} section={section} />
        </small>
        {labels.length > 0 && (
          <small title={note ?? undefined}>
            {labels.map((label) => (
              <Chip key={label} tone="warn">
                {t(noteLabelNames[label])}
              </Chip>
            ))}
          </small>
        )}
        {difference !== null && difference !== 'same' && (
          <small>
            <Chip tone={tones[difference]}>{t(differenceLabels[difference])}</Chip>
            {stored && (
              <>
                {' '}
                {t('Stored: {section}, {n, plural, one {# ticket} other {# tickets}}, {ask}', {
                  section: stored.section,
                  n: stored.quantity,
                  ask: formatMoney(stored.ask, currency),
                })}
              </>
            )}
          </small>
        )}
        {hidden !== null
          ? // What is true of all of them is said once, above.
            hidden !== 'performance' && <small className={classes['bad']}>{t(hiddenLabels[hidden])}</small>
          : listing.onlyIn && (
              <small className={classes['bad']}>
                {t('Shown only to customers in {countries}', { countries: listOf(listing.onlyIn) })}
              </small>
            )}
        {hidden === null && difference === 'gone' && <small className={classes['bad']}>{t('Still on the site')}</small>}
      </td>
      <td className={classes['number']}>{formatNumber(quantity)}</td>
      <td className={classes['number']}>
        <strong>{formatMoney(price.total, currency)}</strong>
        {price.fee !== 0 && <small>{t('with {fee} fee', { fee: formatMoney(price.fee, currency) })}</small>}
        {price.isFloor === true && <small>{t('raised to its provider’s floor')}</small>}
        <small>{t('asks {ask}', { ask: formatMoney(ask, currency) })}</small>
      </td>
    </tr>
  )
}

/** Where the section is on our map and how it was found, or why nowhere. */
function Placed({ placed: { name, row, method, ruleId, confidence, reason } }: Pick<Listing, 'placed'>) {
  if (name === null)
    return (
      <span className={classes['bad']}>
        {reason === null
          ? t('Not placed yet')
          : t(unplacedLabels[reason as RefusalReason] ?? unplacedLabels.unknown_section)}
      </span>
    )
  return (
    <>
      → {row === null ? name : t('{section}, row {row}', { section: name, row })}
      {method !== null && ` · ${t(methodLabels[method as Method] ?? methodLabels.words)}`}
      {ruleId !== null && (
        <>
          {' '}
          <RecordLink to="rewrite-rules" id={ruleId}>
            {t('rule {id}', { id: String(ruleId) })}
          </RecordLink>
        </>
      )}
      {confidence > 0 && confidence < 10_000 && ` · ${formatPercent(confidence, 'measured')}`}
    </>
  )
}
