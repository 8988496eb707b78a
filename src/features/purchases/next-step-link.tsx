import { formatMoney } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { useRecordPaths } from '../../ui/resource/record-paths.tsx'
import { nextStepReasons } from './next-step.ts'
import { purchases } from './purchases.ts'
import type { NextStep } from './states/purchase-states.ts'
import classes from './purchase-lists.module.css'

/** The next step of a purchase in a list: one press leads to where it is done. The reason is a hover away. */
export function NextStepLink({ record }: { record: AnyRecord }) {
  const paths = useRecordPaths()
  const step = record['nextStep'] as NextStep
  if (step === 'none') return null
  // What the customer has asked for, by the quote that they saw.
  const refund = record['requestedRefund']
  const kind = String(record['kind'])
  const page =
    paths(purchases.name, `update-${kind}`, record.id) ?? paths(purchases.name, `view-${kind}`, record.id) ?? undefined
  return (
    <a className={classes['step']} href={page} tabIndex={-1} title={t(nextStepReasons[step])}>
      {t(purchases.fields.nextStep.labels[step])}
      {typeof refund === 'number' && ` · ${formatMoney(refund, String(record['currency']))}`}
    </a>
  )
}
