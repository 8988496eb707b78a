import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatMoney, formatNumber, formatPercent } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { AnswerPanel } from '../../ui/resource/answer-panel.tsx'
import { Chip } from '../../ui/resource/cells.tsx'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { useAnswer } from '../../ui/resource/client.web.ts'
import { usePage } from '../../ui/page-context.tsx'
import { confirmBox } from '../../ui/message-box-store.web.ts'
import type { ComparedProduct, SupplierComparison } from './alias.endpoints.ts'
import { readComparison } from './alias.endpoints.ts'
import { policyWords, useSellProduct } from './sell-product.web.ts'
import { FigureCell, FigureTable } from './figure-table.tsx'
import classes from './aliases.module.css'

/** The suppliers behind a page beside one another, with which of them is expected to earn the most and why. */
export function SupplierComparisonPanel({ alias }: { alias: AnyRecord }) {
  const answer = useAnswer(readComparison, { params: { id: alias.id } })
  return (
    <AnswerPanel title={t('Supplier comparison')} answer={answer} className={classes['panel']}>
      {(comparison) =>
        comparison.contenders.length === 0 ? (
          <p className={classes['note']}>{t('Add products to compare them.')}</p>
        ) : (
          <Comparison alias={alias} {...comparison} />
        )
      }
    </AnswerPanel>
  )
}

function Comparison({ alias, contenders, verdict, days }: SupplierComparison & { alias: AnyRecord }) {
  const { mayWrite } = usePage()
  const { sell, isPending } = useSellProduct(alias)

  async function ask({ productId, title }: ComparedProduct): Promise<void> {
    const policy = String(alias['selectionPolicy'])
    const { action } = await confirmBox(
      policy === 'pinned'
        ? t('It replaces the current pin.')
        : t('It is pinned, and the page sells “{pinned}” from then on instead of “{policy}”.', {
            pinned: policyWords('pinned'),
            policy: policyWords(policy),
          }),
      t('Sell {title}?', { title }),
      { confirmText: t('Sell this one') },
    )
    if (action === 'confirm') await sell(productId)
  }

  return (
    <>
      {days !== null && (
        <p className={classes['verdict']}>
          <Suggestion contenders={contenders} verdict={verdict} days={days} />
        </p>
      )}
      <FigureTable
        label={t('Comparison of suppliers')}
        subject={t('Product')}
        figures={
          days === null
            ? [t('Price'), t('Margin'), t('Rating')]
            : [t('Price'), t('Margin'), t('Orders kept'), t('Rating'), t('Expected profit')]
        }
      >
        {contenders.map((one) => (
          <tr key={one.productId} role="row" data-best={one.productId === verdict?.productId}>
            <Facts of={one}>
              {mayWrite && one.isLive && !one.isSold && (
                <Button
                  variant={one.productId === verdict?.productId ? 'filled' : 'default'}
                  size="compact-xs"
                  className={classes['sell'] ?? ''}
                  disabled={isPending}
                  aria-label={t('Sell this one: {title}', { title: one.title })}
                  onClick={() => void ask(one)}
                >
                  {t('Sell this one')}
                </Button>
              )}
            </Facts>
          </tr>
        ))}
      </FigureTable>
      <p className={classes['note']}>
        {days === null
          ? t('People who can see purchases also see what became of the orders, and the expected profit.')
          : t(
              'Expected profit per order: the margin times the share of orders that aren’t rejected or cancelled. Based on the last {days} days. With few orders, it is drawn towards the average.',
              { days },
            )}
      </p>
    </>
  )
}

/** With what became of its orders, which not everyone sees. */
const isJudged = (
  one: ComparedProduct,
): one is ComparedProduct & Readonly<Record<'orders' | 'rejected' | 'keptShare', number>> =>
  one.orders !== null && one.rejected !== null && one.keptShare !== null

/** The cells of one product, its name first. What can be done about it is in the last, below the profit that speaks for it. */
function Facts({ of: one, children }: { of: ComparedProduct; children: ReactNode }) {
  return (
    <>
      <th role="rowheader" scope="row">
        {one.title}
        {one.isSold && (
          <>
            {' '}
            <Chip tone="good">{t('Sold now')}</Chip>
          </>
        )}
        {!one.isLive && (
          <>
            {' '}
            <Chip tone="warn">{t('Not live')}</Chip>
          </>
        )}
        <small className={classes['second']}>
          {one.provider.title} · {refundWords(one)}
        </small>
      </th>
      <FigureCell label={t('Price')}>{formatMoney(one.price, one.currency)}</FigureCell>
      <FigureCell label={t('Margin')}>
        {formatMoney(one.margin, one.currency)}
        {one.marginShare !== null && (
          <small className={classes['second']}>{formatPercent(one.marginShare, 'measured')}</small>
        )}
      </FigureCell>
      {isJudged(one) && (
        <FigureCell label={t('Orders kept')}>
          {formatPercent(one.keptShare, 'measured')}
          <small className={classes['second']}>
            {one.rejectionRate === null
              ? t('no orders')
              : t('{n} of {all} rejected', { n: formatNumber(one.rejected), all: formatNumber(one.orders) })}
          </small>
        </FigureCell>
      )}
      <FigureCell label={t('Rating')}>
        {one.rating === null ? '–' : formatNumber(one.rating, 1)}
        {one.rating !== null && (
          <small className={classes['second']}>
            {t('{n, plural, one {# review} other {# reviews}}', { n: one.reviewCount })}
          </small>
        )}
        {!isJudged(one) && children}
      </FigureCell>
      {isJudged(one) && (
        <FigureCell label={t('Expected profit')}>
          {one.expectedProfit === null ? '–' : <strong>{formatMoney(one.expectedProfit, one.currency)}</strong>}
          {children}
        </FigureCell>
      )}
    </>
  )
}

function refundWords({ cancellationPolicy, cancellationHours }: ComparedProduct): string {
  if (cancellationPolicy === 'ALL_SALES_FINAL') return t('Not refundable')
  return cancellationHours === null
    ? t('Refundable by its own policy')
    : t('Refundable until {n, plural, one {# hour} other {# hours}} before', { n: cancellationHours })
}

/** The suggestion and its reason in words. */
function Suggestion({ contenders, verdict }: SupplierComparison) {
  const known = new Map(contenders.filter(isJudged).map((one) => [one.productId, one]))
  const best = verdict && known.get(verdict.productId)
  if (!verdict || !best) return t('None of the live products is expected to earn anything.')
  const sold = contenders.find(({ isSold }) => isSold)
  const [runnerUp, outbid, badlyRated] = [verdict.runnerUpId, verdict.outbidId, verdict.badlyRatedId].map((id) =>
    id === null ? undefined : known.get(id),
  )
  const sentences = [
    t(
      '{title} is expected to earn {profit} with each order: its margin is {margin}, and {kept} of its orders are kept.',
      {
        title: best.title,
        profit: formatMoney(verdict.expectedProfit, best.currency),
        margin: formatMoney(best.margin, best.currency),
        kept: formatPercent(best.keptShare, 'measured'),
      },
    ),
    ...(best.isSold ? [t('This is what the page sells now.')] : []),
    ...(!best.isSold && sold && sold.expectedProfit !== null
      ? [
          t('That is {more} more than {title}, which the page sells now.', {
            more: formatMoney(verdict.expectedProfit - sold.expectedProfit, best.currency),
            title: sold.title,
          }),
        ]
      : []),
    ...(runnerUp && (best.isSold || !sold)
      ? [
          t('The next is {title}, with {less} less.', {
            title: runnerUp.title,
            less: formatMoney(verdict.lead, best.currency),
          }),
        ]
      : []),
    ...(outbid
      ? [
          t('{title} has a higher margin ({margin}), but only {kept} of its orders are kept.', {
            title: outbid.title,
            margin: formatMoney(outbid.margin, outbid.currency),
            kept: formatPercent(outbid.keptShare, 'measured'),
          }),
        ]
      : []),
    ...(badlyRated
      ? [
          t('{title} would earn more, but is rated {rating}.', {
            title: badlyRated.title,
            rating: formatNumber(badlyRated.rating ?? 0, 1),
          }),
        ]
      : []),
    ...(verdict.isThin
      ? [
          t(
            '{n, plural, =0 {Based on no orders} one {Based on # order} other {Based on # orders}}, so it can be chance.',
            { n: best.orders },
          ),
        ]
      : []),
  ]
  return sentences.join(' ')
}
