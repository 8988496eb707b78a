import { formatMoney, formatNumber } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import classes from './runs.module.css'

/** Numbers under their names. */
export function RunCounts({ counts }: { readonly counts: readonly (readonly [label: string, count: number])[] }) {
  return (
    <dl className={classes['counts']}>
      {counts.map(([label, count]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{formatNumber(count)}</dd>
        </div>
      ))}
    </dl>
  )
}

interface RunMoneyProps<Key extends string> {
  readonly columns: Readonly<Record<Key, string>>
  /** Amounts in minor units, one row a currency; nothing is shown without one. */
  readonly money: readonly ({ readonly currency: string } & Readonly<Record<NoInfer<Key>, number>>)[]
}

export function RunMoney<Key extends string>({ columns, money }: RunMoneyProps<Key>) {
  const keys = Object.keys(columns) as Key[]
  if (money.length === 0) return null
  return (
    <div className={classes['scroll']} role="group" tabIndex={0} aria-label={t('Money, scrolls sideways')}>
      <table aria-label={t('Money')}>
        <thead>
          <tr>
            <th scope="col">{t('Currency')}</th>
            {keys.map((key) => (
              <th key={key} scope="col">
                {columns[key]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {money.map((row) => (
            <tr key={row.currency}>
              <th scope="row">{row.currency}</th>
              {keys.map((key) => (
                <td key={key}>{formatMoney(row[key], row.currency)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
