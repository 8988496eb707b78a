import { t } from '../../core/i18n/language.ts'
import { Chip } from '../../ui/resource/cells.tsx'
import { RecordLink } from '../../ui/resource/record-link.tsx'
import { useRecordPaths } from '../../ui/resource/record-paths.tsx'
import type { PurchaseDetails } from './purchase-details.ts'
import { wordOf } from './purchase-labels.ts'
import type { Purchase } from './purchases.ts'
import { reviewFrom, riskRules } from './risk/risk-rules.ts'
import classes from './order.module.css'

interface OrderRiskProps {
  readonly purchase: Purchase
  readonly rules: PurchaseDetails['riskRules']
}

/** The score of an order, why it has it, and the way to the rules that gave it. */
export function OrderRisk({ purchase: { riskScore, riskReasons }, rules }: OrderRiskProps) {
  const list = useRecordPaths()(riskRules.name, 'list')
  const ids = new Map(rules.map(({ id, name }) => [name, id]))
  return (
    <span className={classes['risk']}>
      <span>
        <Chip tone={riskScore >= reviewFrom ? 'bad' : riskScore >= 60 ? 'warn' : 'good'}>
          {riskScore >= reviewFrom ? t('High') : riskScore >= 60 ? t('Elevated') : t('Low')}
        </Chip>{' '}
        <span className={classes['faint']}>{t('{riskScore} of 100', { riskScore })}</span>
      </span>
      {riskReasons.length > 0 && (
        <ul>
          {riskReasons.map((reason) => (
            <li key={reason}>
              {ids.has(reason) ? (
                <RecordLink to={riskRules.name} id={ids.get(reason) ?? null}>
                  {reason}
                </RecordLink>
              ) : (
                wordOf(reason)
              )}
            </li>
          ))}
        </ul>
      )}
      {list !== null && <a href={list}>{t('Risk rules')}</a>}
    </span>
  )
}
