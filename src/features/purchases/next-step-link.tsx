import { formatMoney } from '../../core/i18n/formats.ts'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { useRecordPaths } from '../../ui/resource/record-paths.tsx'
import { stepNow, stepWords } from './next-step.ts'
import type { Purchase } from './purchases.ts'
import { purchases } from './purchases.ts'
import classes from './purchase-lists.module.css'

/** The next step of a purchase in a list: one press leads to where it is done. The reason is a hover away. */
export function NextStepLink({ record }: { record: AnyRecord }) {
  const paths = useRecordPaths()
  // Edge: the list asks for the fields that the step is decided by.
  const next = stepWords(stepNow(record as unknown as Purchase))
  if (next === null) return null
  // What the customer has asked for, by the quote that they saw.
  const refund = record['requestedRefund']
  const kind = String(record['kind'])
  const page =
    paths(purchases.name, `update-${kind}`, record.id) ?? paths(purchases.name, `view-${kind}`, record.id) ?? undefined
  return (
    <a className={classes['step']} href={page} tabIndex={-1} title={next.reason}>
      {next.step}
      {typeof refund === 'number' && ` · ${formatMoney(refund, String(record['currency']))}`}
    </a>
  )
}
