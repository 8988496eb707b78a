import { formatMoney, formatNumber, zoneName } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { useMay } from '../../core/browser/session.web.ts'
import { localOf } from '../../core/zoned-time.ts'
import { Chip } from '../../ui/resource/cells.tsx'
import { RecordLink } from '../../ui/resource/record-link.tsx'
import { useScreenParts } from '../../ui/resource/screen-parts.web.ts'
import { noteLabelNames } from '../section-mapping/placement-labels.ts'
import type { PurchaseDetails } from './purchase-details.ts'
import type { Purchase } from './purchases.ts'
import { Card, FactList } from './card.tsx'
import { longDate } from './order-dates.ts'
import { WhyHere } from './why-here.tsx'
import classes from './order.module.css'

type Line = PurchaseDetails['lines'][number]

/** What was bought: for when, where, and each ticket or guest. What it cost besides is in the money. */
export function Order({ purchase, details }: { purchase: Purchase; details: PurchaseDetails }) {
  const items = details.lines.filter(({ kind }) => kind === 'item' || kind === 'adjustment')
  const hasTickets = purchase.kind === 'event'
  return (
    <Card title={t('Order')}>
      <Subject purchase={purchase} imageId={details.imageId} />
      <div className={classes['frame']} role="group" tabIndex={0} aria-label={t('Items')}>
        <table className={classes['items']}>
          <thead>
            <tr>
              <th scope="col">{t('Item')}</th>
              <th scope="col" data-numeric="true" data-each="true">
                {t('Each')}
              </th>
              <th scope="col" data-numeric="true">
                {t('Amount')}
              </th>
              {hasTickets && (
                <th scope="col" data-numeric="true">
                  {t('Delivered')}
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {items.map((line) => (
              <tr key={line.position}>
                <td>
                  <Item line={line} />
                  {line.rawSection !== null && (
                    <WhyHere purchaseId={details.id} position={line.position} section={line.rawSection} />
                  )}
                </td>
                <td data-numeric="true" data-each="true">
                  {formatNumber(line.quantity)} × {formatMoney(line.unitPrice, purchase.currency)}
                </td>
                <td data-numeric="true">{formatMoney(line.amount, purchase.currency)}</td>
                {hasTickets && (
                  <td data-numeric="true" data-owed={line.delivered < line.quantity || undefined}>
                    {line.kind === 'item' && t('{done} of {all}', { done: line.delivered, all: line.quantity })}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {purchase.answers.length > 0 && (
        <section aria-label={t('Booking questions')} className={classes['answers']}>
          <h3>{t('Booking questions')}</h3>
          <FactList facts={purchase.answers.map(({ question, answer }) => [question, answer] as const)} />
        </section>
      )}
    </Card>
  )
}

function Subject({ purchase, imageId }: { purchase: Purchase; imageId: number | null }) {
  const isEvent = purchase.kind === 'event'
  const { travelDate, localTime, startsAt, timeZone, venue, city } = purchase
  const address = useScreenParts().thumbnail(useMay())
  return (
    <div className={classes['subject']}>
      {imageId !== null && address ? (
        <img className={classes['thumb']} src={address({ id: imageId })} alt="" width={64} height={64} />
      ) : (
        <span className={classes['thumb']} data-none aria-hidden>
          {purchase.title.charAt(0)}
        </span>
      )}
      <div>
        <h3>
          <RecordLink to={isEvent ? 'events' : 'products'} id={isEvent ? purchase.eventId : purchase.productId}>
            {purchase.title}
          </RecordLink>
        </h3>
        <p>
          <RecordLink to={isEvent ? 'performances' : null} id={purchase.performanceId}>
            {[longDate(travelDate), localTime].filter(Boolean).join(', ')}
          </RecordLink>
          {localTime && ` ${zoneName(startsAt, timeZone)} · ${localOf(startsAt, 'UTC').slice(11)} UTC`}
        </p>
        <p>
          {venue && (
            <>
              <RecordLink to="venues" id={purchase.venueId}>
                {venue.title}
              </RecordLink>
              {' · '}
            </>
          )}
          <RecordLink to="cities" id={purchase.cityId}>
            {city?.title}
          </RecordLink>
          {purchase.productOption && ` · ${purchase.productOption.title}`}
        </p>
      </div>
    </div>
  )
}

/** A line as its seats or its unit, with what a seller or the venue says of it. */
function Item({ line }: { line: Line }) {
  const { title, section, row, seats, rawSection, notes, holderNames } = line
  const says = (part: string | null) => part === null || title.toLowerCase().includes(part.toLowerCase())
  const more = [
    says(section) ? null : t('Section {section}', { section: section ?? '' }),
    says(row) ? null : t('row {row}', { row: row ?? '' }),
    rawSection === null || rawSection === section ? null : t('Listed as “{rawSection}”', { rawSection }),
    ...notes,
    holderNames.length === 0 ? null : t('For {holderNames}', { holderNames: holderNames.join(', ') }),
  ].filter((part) => part !== null)
  return (
    <>
      {title}
      {seats.map((seat) => (
        <span key={seat} className={classes['seat']}>
          <span className="visually-hidden">{t('Seat')} </span>
          {seat}
        </span>
      ))}
      {line.noteLabels.map((label) => (
        <Chip key={label} tone="warn">
          {t(noteLabelNames[label])}
        </Chip>
      ))}
      {more.length > 0 && <small>{more.join(' · ')}</small>}
    </>
  )
}
