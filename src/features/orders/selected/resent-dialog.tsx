import { Button } from '@mantine/core'
import { t } from '../../../core/i18n/language.ts'
import type { Outcome } from '../../../core/outcome.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import type { AnyRecord } from '../../../ui/resource/client.web.ts'
import { OrderRows } from './order-rows.tsx'
import classes from './selected.module.css'

interface ResentDialogProps {
  readonly records: readonly AnyRecord[]
  readonly results: readonly Outcome[]
  readonly onClose: () => void
}

/** Which messages went out again and why others did not. */
export function ResentDialog({ records, results, onClose }: ResentDialogProps) {
  const found = new Map(results.map((result) => [result.id, result]))
  return (
    <Dialog title={t('Resend message')} onClose={onClose} size={640}>
      <div className={classes['form']}>
        <OrderRows
          label={t('Results')}
          orderHeading={t('Order')}
          resultHeading={t('Result')}
          rows={records.map((record) => {
            const result = found.get(record.id)
            return result?.ok
              ? { record, tone: 'good', lead: t('Sent again') }
              : { record, tone: 'bad', lead: t('Not sent'), says: result?.message }
          })}
        />
        <div className={classes['buttons']}>
          <Button data-autofocus onClick={onClose}>
            {t('Done')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
