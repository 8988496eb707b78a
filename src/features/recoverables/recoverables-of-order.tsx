import { formatMoney } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { choiceLabelOf } from '../../core/resource/choice-labels.ts'
import { AnswerPanel } from '../../ui/resource/answer-panel.tsx'
import { useRows } from '../../ui/resource/client.web.ts'
import { useRecordPaths } from '../../ui/resource/record-paths.tsx'
import type { RecordPartProps } from '../../ui/resource/screen-parts.web.ts'
import { Waiting } from '../../ui/resource/states.tsx'
import { recoverables } from './recoverables.ts'
import classes from './recoverables.module.css'

const fields = ['id', 'version', 'owedBy', 'state', 'currency', 'amount', 'providerId']

/** What suppliers and sellers have to give back for an order; not there while nothing is. */
export function RecoverablesOfOrder({ record }: RecordPartProps) {
  const answer = useRows(recoverables, {
    filter: { purchaseId: record.id },
    sort: [{ field: 'aroseAt', descending: false }],
    range: [0, 49],
    fields,
  })
  const paths = useRecordPaths()
  if (!answer.data) return <Waiting />
  if (answer.data.total === 0) return null
  return (
    <AnswerPanel title={t('Recoverables')} answer={answer}>
      {({ rows }) => (
        <ul className={classes['claims']}>
          {rows.map(({ id, amount, currency, state, owedBy, provider }) => (
            <li key={id}>
              <a href={paths('recoverables', 'view', id) ?? undefined}>
                {owedBy === 'provider' ? (provider?.title ?? t('Supplier')) : t('Seller')}
              </a>
              <b>{formatMoney(amount, currency)}</b>
              <small>{choiceLabelOf(recoverables.fields.state, state)}</small>
            </li>
          ))}
        </ul>
      )}
    </AnswerPanel>
  )
}
