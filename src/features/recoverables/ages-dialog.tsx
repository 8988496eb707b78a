import { formatMoney } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { choiceLabelOf } from '../../core/resource/choice-labels.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { AnswerPanel } from '../../ui/resource/answer-panel.tsx'
import { useAnswer } from '../../ui/resource/client.web.ts'
import { filterParam } from '../../ui/resource/list-state.web.ts'
import { useRecordPaths } from '../../ui/resource/record-paths.tsx'
import type { RecoverableAges } from './recoverable.endpoints.ts'
import { readRecoverableAges } from './recoverable.endpoints.ts'
import type { AgeBand } from './recoverable-states.ts'
import { ageBands } from './recoverable-states.ts'
import { recoverables } from './recoverables.ts'
import classes from './recoverables.module.css'

/** What is open in each currency by its age. Each amount opens the ledger entries that add up to it, or the claims. */
export function AgesDialog({ onClose }: { readonly onClose: () => void }) {
  const answer = useAnswer(readRecoverableAges, {})
  return (
    <Dialog title={t('Open recoverables by age')} onClose={onClose} size={720}>
      <AnswerPanel title={t('By currency, as the ledger has it')} answer={answer}>
        {(ages) => (ages.length === 0 ? <p>{t('Nothing is open.')}</p> : <Ages ages={ages} />)}
      </AnswerPanel>
    </Dialog>
  )
}

function Ages({ ages }: { readonly ages: RecoverableAges }) {
  const paths = useRecordPaths()
  const ledger = paths('ledger-entries', 'list')
  const currencies = [...new Set(ages.map(({ currency }) => currency))]
  const amountOf = (currency: string, band: AgeBand) =>
    ages.find((one) => one.currency === currency && one.band === band)?.amount ?? 0
  return (
    <div className={classes['scroll']} role="group" tabIndex={0} aria-label={t('Open recoverables by age')}>
      <table className={classes['ages']}>
        <thead>
          <tr>
            <th scope="col">{t('Currency')}</th>
            {ageBands.map((band) => (
              <th key={band} scope="col">
                {choiceLabelOf(recoverables.fields.ageBand, band)}
              </th>
            ))}
            <th scope="col">{t('Total')}</th>
          </tr>
        </thead>
        <tbody>
          {currencies.map((currency) => {
            const total = ages.filter((one) => one.currency === currency).reduce((sum, { amount }) => sum + amount, 0)
            const filter = filterParam({ account: 'recoverables', currency })
            return (
              <tr key={currency}>
                <th scope="row">{currency}</th>
                {ageBands.map((band) => (
                  <td key={band}>
                    {amountOf(currency, band) === 0 ? '–' : formatMoney(amountOf(currency, band), currency)}
                  </td>
                ))}
                <td>
                  {ledger && filter ? (
                    <a href={`${ledger}?${new URLSearchParams({ filter })}`}>{formatMoney(total, currency)}</a>
                  ) : (
                    formatMoney(total, currency)
                  )}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
