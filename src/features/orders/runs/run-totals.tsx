import { t } from '../../../core/i18n/language.ts'
import { RunCounts, RunMoney } from './run-figures.tsx'
import { runProblems } from './run-labels.ts'
import type { RunPreview } from './run.endpoints.ts'
import classes from './runs.module.css'

/** Why an order cannot be done, as a sentence. */
export const problemText = (problem: string) =>
  t(Object.hasOwn(runProblems, problem) ? runProblems[problem as keyof typeof runProblems] : problem)

/** What a run would do in all, before it does anything. */
export function RunTotals({ preview }: { readonly preview: RunPreview }) {
  const { orders, tickets, customers, messages, authorised, money, problems, needsApproval } = preview
  const counts = [
    [t('Orders'), orders],
    [t('Tickets'), tickets],
    [t('Customers'), customers],
    [t('Messages'), messages],
  ] as const
  return (
    <section className={classes['card']} aria-label={t('Dry run')} aria-live="polite">
      <h2>{t('Dry run')}</h2>
      {needsApproval && (
        <p role="note" className={classes['note']}>
          {t('The refunds are above your limit. Another person approves them together.')}
        </p>
      )}
      <RunCounts counts={counts} />
      <RunMoney
        money={money}
        columns={{
          refund: t('Customers receive'),
          supplierReturns: t('Suppliers return'),
          lost: t('We lose'),
        }}
      />
      {authorised > 0 && (
        <p className={classes['quiet']}>
          {t('{n, plural, one {# payment stays} other {# payments stay}} authorised until voided.', { n: authorised })}
        </p>
      )}
      {problems.length > 0 && (
        <>
          <h3>{t('Can’t be done')}</h3>
          <ul className={classes['problems']}>
            {problems.map(({ problem, orders: n, references }) => (
              <li key={problem}>
                <b>{t('{n, plural, one {# order} other {# orders}}', { n })}</b> {problemText(problem)}
                <small>
                  {references.join(', ')}
                  {n > references.length && ' …'}
                </small>
              </li>
            ))}
          </ul>
        </>
      )}
      {orders === 0 && <p className={classes['quiet']}>{t('No orders for this run.')}</p>}
    </section>
  )
}
