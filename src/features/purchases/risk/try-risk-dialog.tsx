import { Button } from '@mantine/core'
import { formatNumber } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Chip } from '../../../ui/resource/cells.tsx'
import { useRecordPaths } from '../../../ui/resource/record-paths.tsx'
import { PanelSkeleton } from '../../../ui/resource/states.tsx'
import type { Tried } from '../../../ui/resource/trial.tsx'
import { TrialLead, TrialProblem, useTrial } from '../../../ui/resource/trial.tsx'
import table from '../../../ui/resource/trial.module.css'
import type { RiskTrial, TriedOrder } from './risk-rule.endpoints.ts'
import { tryRiskRule } from './risk-rule.endpoints.ts'
import { reviewFrom } from './risk-rules.ts'
import classes from './risk.module.css'

interface TryRiskDialogProps extends Tried {
  readonly onClose: () => void
}

/** What a rule as it is in the form would have done to last month's paid orders. */
export function TryRiskDialog({ id, draft, onClose }: TryRiskDialogProps) {
  const { data, error } = useTrial(tryRiskRule, { id, draft })
  return (
    <Dialog title={t('What this rule would do')} onClose={onClose} size={640}>
      {error ? (
        <TrialProblem failure={error} />
      ) : data ? (
        <Result trial={data} isEnabled={draft['isEnabled'] === true} />
      ) : (
        <PanelSkeleton />
      )}
      <div className={classes['buttons']}>
        <Button variant="default" onClick={onClose}>
          {t('Close')}
        </Button>
      </div>
    </Dialog>
  )
}

function Result({ trial, isEnabled }: { trial: RiskTrial; isEnabled: boolean }) {
  const { days, examined, isCapped, counted, held, released, orders } = trial
  return (
    <>
      <TrialLead>
        {isCapped
          ? t('Compared with the saved rules, over the newest {n} paid orders of the last {days} days.', {
              n: formatNumber(examined),
              days,
            })
          : t(
              'Compared with the saved rules, over {n, plural, one {# paid order} other {# paid orders}} of the last {days} days.',
              { n: examined, days },
            )}{' '}
        {!isEnabled && t('The rule is off, so it counts against no order.')}
      </TrialLead>
      <dl className={classes['figures']}>
        <div>
          <dt>{t('Counts against')}</dt>
          <dd>{t('{n, plural, one {# order} other {# orders}}', { n: counted })}</dd>
        </div>
        <div>
          <dt>{t('Newly held for review')}</dt>
          <dd data-is={held > 0 ? 'more' : undefined}>
            {t('{n, plural, one {# order} other {# orders}}', { n: held })}
          </dd>
        </div>
        <div>
          <dt>{t('No longer held')}</dt>
          <dd>{t('{n, plural, one {# order} other {# orders}}', { n: released })}</dd>
        </div>
      </dl>
      {orders.length > 0 && <Orders orders={orders} />}
      <p className={classes['honest']}>
        {t(
          'Nothing is changed. Emails and payments are counted as they are now, so the scores can differ from those that the orders have.',
        )}
      </p>
    </>
  )
}

function Orders({ orders }: { orders: readonly TriedOrder[] }) {
  return (
    <div className={table['scroll']} role="region" tabIndex={0} aria-label={t('Some of these orders')}>
      <table className={table['table']}>
        <thead>
          <tr>
            <th scope="col">{t('Order')}</th>
            <th scope="col" className={table['number']}>
              {t('Score now')}
            </th>
            <th scope="col" className={table['number']}>
              {t('With the rule')}
            </th>
            <th scope="col">{t('Review')}</th>
          </tr>
        </thead>
        <tbody>
          {orders.map((order) => (
            <OrderRow key={order.id} order={order} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function OrderRow({ order: { id, kind, reference, before, after } }: { order: TriedOrder }) {
  const page = useRecordPaths()('purchases', `view-${kind}`, id)
  const [was, willBe] = [before >= reviewFrom, after >= reviewFrom]
  return (
    <tr>
      <th scope="row">
        {page === null ? (
          reference
        ) : (
          <a href={page} target="_blank" rel="noreferrer">
            {reference}
          </a>
        )}
      </th>
      <td className={table['number']}>{formatNumber(before)}</td>
      <td className={table['number']}>{formatNumber(after)}</td>
      <td>
        {was === willBe ? (
          <span className={classes['soft']}>{was ? t('Held as before') : t('Not held')}</span>
        ) : willBe ? (
          <Chip tone="bad">{t('Newly held')}</Chip>
        ) : (
          <Chip tone="good">{t('No longer held')}</Chip>
        )}
      </td>
    </tr>
  )
}
