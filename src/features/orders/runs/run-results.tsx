import { formatInstant, formatMoney, formatNumber } from '../../../core/i18n/formats.ts'
import { msg, t } from '../../../core/i18n/language.ts'
import { Chip } from '../../../ui/resource/cells.tsx'
import { useRecordPaths } from '../../../ui/resource/record-paths.tsx'
import { RunCounts, RunMoney } from './run-figures.tsx'
import { problemText } from './run-totals.tsx'
import type { RunProgress } from './run.endpoints.ts'
import classes from './runs.module.css'

const states = {
  waiting: { label: msg('Waiting'), tone: 'neutral' },
  done: { label: msg('Done'), tone: 'good' },
  failed: { label: msg('Failed'), tone: 'bad' },
} as const

/** How far a run is, by orders and by money. */
export function RunSums({ progress }: { readonly progress: RunProgress }) {
  const { waiting, done, failed, messages, money } = progress
  const all = waiting + done + failed
  const counts = [
    [t('Done'), done],
    [t('Waiting'), waiting],
    [t('Failed'), failed],
    [t('Messages sent'), messages],
  ] as const
  return (
    <section className={classes['card']} aria-label={t('Progress')}>
      <h2>{t('Progress')}</h2>
      <progress
        className={classes['bar']}
        max={all}
        value={done + failed}
        aria-label={t('{done} of {all} orders', { done: formatNumber(done + failed), all: formatNumber(all) })}
      />
      <RunCounts counts={counts} />
      <RunMoney
        money={money}
        columns={{
          planned: t('Planned'),
          refund: t('Approved so far'),
          arrived: t('Arrived'),
          supplierReturns: t('Suppliers return'),
          lost: t('We lose'),
        }}
      />
    </section>
  )
}

/** What became of each order, those that failed first. */
export function RunOrders({ progress: { orders } }: { readonly progress: RunProgress }) {
  const paths = useRecordPaths()
  return (
    <section className={classes['card']} aria-label={t('Orders')}>
      <h2>{t('Orders')}</h2>
      <div className={classes['scroll']} role="group" tabIndex={0} aria-label={t('Orders, scrolls sideways')}>
        <table aria-label={t('Orders')} data-wide>
          <thead>
            <tr>
              <th scope="col">{t('Reference')}</th>
              <th scope="col">{t('Result')}</th>
              <th scope="col">{t('Refund')}</th>
              <th scope="col">{t('Finished')}</th>
            </tr>
          </thead>
          <tbody>
            {orders.map(({ id, purchaseId, reference, kind, state, problem, currency, refund, finishedAt }) => {
              const page = paths('purchases', `view-${kind}`, purchaseId)
              return (
                <tr key={id}>
                  <th scope="row">{page === null ? reference : <a href={page}>{reference}</a>}</th>
                  <td>
                    <Chip tone={states[state].tone}>{t(states[state].label)}</Chip>
                    {problem !== null && <p className={classes['quiet']}>{problemText(problem)}</p>}
                  </td>
                  <td>{refund === 0 ? '–' : formatMoney(refund, currency)}</td>
                  <td>{finishedAt === null ? '–' : formatInstant(finishedAt)}</td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
    </section>
  )
}
