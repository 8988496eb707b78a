import {
  IconBuilding,
  IconCalendarEvent,
  IconConfetti,
  IconMapPin,
  IconMicrophone2,
  IconPackage,
  IconRosetteDiscount,
} from '@tabler/icons-react'
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Fragment } from 'react'
import type { AnyField } from '../../core/resource/fields.ts'
import {
  formatDate,
  formatDayOf,
  formatInstant,
  formatMoney,
  formatNumber,
  inWords,
  nameOf,
} from '../../core/i18n/formats.ts'
import { language, t } from '../../core/i18n/language.ts'
import { isMasked } from '../../core/resource/personal.ts'
import { Chip, cellOf } from '../../ui/resource/cells.tsx'
import { useAnswer } from '../../ui/resource/client.web.ts'
import { RecordLink } from '../../ui/resource/record-link.tsx'
import { RevealButton } from '../../ui/resource/reveal-button.tsx'
import { useRecordPaths } from '../../ui/resource/record-paths.tsx'
import { readPurchaseTerms } from '../static-pages/static-page.endpoints.ts'
import type { PurchaseDetails } from './purchase-details.ts'
import type { Purchase } from './purchases.ts'
import { purchases } from './purchases.ts'
import { Card, Code, FactList } from './card.tsx'
import { dayAndMonth } from './order-dates.ts'
import { OrderRisk } from './order-risk.tsx'
import classes from './order.module.css'

interface OrderPart {
  readonly purchase: Purchase
  readonly details: PurchaseDetails
}

/** All orders of a filter, whatever view of the list comes first. */
const addressOf = (list: string, filter: object) =>
  `${list}?${new URLSearchParams({ filter: JSON.stringify(filter), view: 'all' }).toString()}`

/** Who bought, as they were then, what else is known about them, and their other orders. */
export function Customer({ purchase, details }: OrderPart) {
  const paths = useRecordPaths()
  const { customerId, customerName } = purchase
  const { customer, otherOrders } = details
  const list = paths(purchases.name, 'list')
  const all = list !== null && customerId !== null && otherOrders.length > 0 && (
    <a href={addressOf(list, { customerId })}>
      {t('All {n} orders', { n: formatNumber(customer?.purchaseCount ?? 0) })}
    </a>
  )
  return (
    <Card title={t('Customer')} end={<RevealButton of={purchases} record={purchase} />}>
      <div className={classes['person']}>
        <span className={classes['avatar']} aria-hidden>
          {initials(customerName)}
        </span>
        <div>
          <b>
            <RecordLink to="customers" id={customer?.id ?? null}>
              {customerName}
            </RecordLink>
          </b>
          <small>{customer ? <History customer={customer} /> : t('Guest')}</small>
        </div>
      </div>
      <FactList
        facts={[
          [t('Email'), <Contact key="email" field="customerEmail" purchase={purchase} scheme="mailto" />],
          [
            t('Phone'),
            purchase.customerPhone && <Contact key="phone" field="customerPhone" purchase={purchase} scheme="tel" />,
          ],
          [t('Country'), nameOf('region', purchase.customerCountry)],
          [t('Language'), nameOf('language', purchase.customerLocale)],
          [t('Risk'), <OrderRisk key="risk" purchase={purchase} rules={details.riskRules} />],
          [
            t('Account'),
            customer && customer.status !== 'active' && (
              <Chip key="status" tone="warn">
                {t(inWords(customer.status))}
              </Chip>
            ),
          ],
          [
            t('Disputes'),
            customer && customer.disputeCount > 0 && (
              <Chip key="disputes" tone="bad">
                {formatNumber(customer.disputeCount)}
              </Chip>
            ),
          ],
        ]}
      />
      {otherOrders.length > 0 && (
        <>
          <h3>{t('Other orders')}</h3>
          <ul className={classes['links']}>
            {otherOrders.map((other) => (
              <li key={other.id}>
                <OrderLink order={other} />
                <time dateTime={other.travelDate} title={formatDate(other.travelDate)}>
                  {dayAndMonth(other.travelDate)}
                </time>
              </li>
            ))}
          </ul>
          {all}
        </>
      )}
    </Card>
  )
}

function OrderLink({ order: { id, kind, reference, title } }: { order: PurchaseDetails['otherOrders'][number] }) {
  const page = useRecordPaths()(purchases.name, `view-${kind}`, id)
  return page === null ? (
    <span>{title}</span>
  ) : (
    <a href={page} title={reference}>
      {title}
    </a>
  )
}

/** `4 orders · £365.23 · since March 2024`: amounts of different currencies are never added. */
function History({ customer }: { customer: NonNullable<PurchaseDetails['customer']> }) {
  const { id, purchaseCount, spent, createdAt } = customer
  const list = useRecordPaths()(purchases.name, 'list')
  return (
    <>
      {t('{n, plural, one {# order} other {# orders}}', { n: purchaseCount })}
      {spent.map(({ captured, refunded, chargedBack, currency }) => (
        <Fragment key={currency}>
          {' · '}
          {list === null ? (
            formatMoney(captured - refunded - chargedBack, currency)
          ) : (
            <a href={addressOf(list, { customerId: id, currency })} title={t('Paid, less refunds and chargebacks')}>
              {formatMoney(captured - refunded - chargedBack, currency)}
            </a>
          )}
        </Fragment>
      ))}
      {' · '}
      {t('since {date}', { date: formatDayOf(createdAt) })}
    </>
  )
}

/** `OW` of Olivia Wilson. */
function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  return [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => word?.charAt(0) ?? '').join('')
}

/** A link once the value has been revealed. A masked value is plain text, since no one can write to it. */
function Contact({
  field,
  purchase,
  scheme,
}: {
  field: 'customerEmail' | 'customerPhone'
  purchase: Purchase
  scheme: 'mailto' | 'tel'
}) {
  const definition: AnyField = purchases.fields[field]
  const value = purchase[field] ?? ''
  return isMasked(definition, value) ? value : <a href={`${scheme}:${value}`}>{value}</a>
}

/** Who supplies it, under which reference, and how it reaches the customer. */
export function Supplier({ purchase }: { purchase: Purchase }) {
  const { costCurrency, currency, netCost, fxRate, fxRateAt, providerReference } = purchase
  return (
    <Card title={t('Supplier')}>
      <FactList
        facts={[
          [
            t('Supplier'),
            <RecordLink key="provider" to="providers" id={purchase.providerId}>
              {purchase.provider?.title}
            </RecordLink>,
          ],
          [t('Reference'), providerReference !== null && <Code key="reference" text={providerReference} />],
          [t('Status'), purchase.supplierStatus && cellOf('supplierStatus', purchases.fields.supplierStatus, purchase)],
          [t('Guide'), purchase.guideLanguage && nameOf('language', purchase.guideLanguage)],
          [t('Meeting point'), purchase.meetingPoint],
          [t('Redeemed'), purchase.redeemedAt && formatInstant(purchase.redeemedAt, purchase.timeZone)],
          [t('Net cost'), costCurrency === currency ? null : formatMoney(netCost, costCurrency)],
          [
            t('Rate'),
            costCurrency === currency ? null : `${formatNumber(Number(fxRate), 6)} · ${formatDayOf(fxRateAt)}`,
          ],
        ]}
      />
    </Card>
  )
}

/** Every record that an order points at. */
export function LinkedRecords({ purchase }: { purchase: Purchase }) {
  const { event, performanceId, venue, performer, city, product, productOption, coupon } = purchase
  const performance = performanceId !== null && {
    id: performanceId,
    title: [dayAndMonth(purchase.travelDate), purchase.localTime].filter(Boolean).join(', '),
  }
  const records: readonly (readonly [
    Icon,
    string,
    string,
    { id: number; title: string } | null | undefined | false,
  ])[] = [
    [IconConfetti, t('Event'), 'events', event],
    [IconCalendarEvent, t('Performance'), 'performances', performance],
    [IconMicrophone2, t('Performer'), 'performers', performer],
    [IconPackage, t('Product'), 'products', product],
    [IconPackage, t('Option'), 'product-options', productOption],
    [IconBuilding, t('Venue'), 'venues', venue],
    [IconMapPin, t('City'), 'cities', city],
    [IconRosetteDiscount, t('Coupon'), 'coupons', coupon],
  ]
  return (
    <Card title={t('Linked records')}>
      <ul className={classes['links']}>
        {records.map(
          ([Picture, label, to, record]) =>
            record && (
              <li key={label}>
                <Picture size={16} aria-hidden />
                <RecordLink to={to} id={record.id}>
                  {record.title}
                </RecordLink>
                <small>{label}</small>
              </li>
            ),
        )}
      </ul>
    </Card>
  )
}

/** How the order came, and which version of each legal page the customer agreed to. */
export function Source({ purchase }: { purchase: Purchase }) {
  const fact = (key: 'channel' | 'device' | 'clientAddress') =>
    purchase[key] === null ? null : cellOf(key, purchases.fields[key], purchase)
  const campaign = [purchase.utmSource, purchase.utmMedium, purchase.utmCampaign].filter(Boolean).join(' · ')
  return (
    <Card title={t('Source')}>
      <FactList
        facts={[
          [t('Channel'), fact('channel')],
          [t('Device'), fact('device')],
          [t('IP address'), fact('clientAddress')],
          [t('Campaign'), campaign],
          ...useTerms(purchase.id),
        ]}
      />
    </Card>
  )
}

function useTerms(id: number): readonly (readonly [string, ReactNode])[] {
  const paths = useRecordPaths()
  const { data } = useAnswer(readPurchaseTerms, { params: { id } })
  return (data?.versions ?? []).map(({ pageId, title, number, effectiveFrom, locale: readIn }) => {
    const page = paths('static-pages', 'update', pageId)
    const words = [
      t('Version {number}, {date}', { number, date: formatDayOf(effectiveFrom) }),
      // What the customer agreed to, where it was in other words than the reader's.
      ...(readIn === language() ? [] : [nameOf('language', readIn)]),
    ].join(' · ')
    return [
      title,
      page === null ? (
        words
      ) : (
        <a key={pageId} href={page}>
          {words}
        </a>
      ),
    ]
  })
}
