import { formatInstant, timeAgo } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import { AnswerPanel } from '../../../ui/resource/answer-panel.tsx'
import { useAnswer } from '../../../ui/resource/client.web.ts'
import type { RecordPartProps } from '../../../ui/resource/screen-parts.web.ts'
import { Waiting } from '../../../ui/resource/states.tsx'
import type { ProductSync } from './sync.endpoints.ts'
import { readProductSync } from './sync.endpoints.ts'
import classes from './syncing.module.css'

/** Beside the form of a product: how old its supplier's word is. Nothing for products that no supplier keeps up to date. */
export function SyncOfProduct({ record }: Pick<RecordPartProps, 'record'>) {
  const answer = useAnswer(readProductSync, {
    params: { id: record.id },
    query: { version: String(record['version'] ?? '') },
  })
  if (answer.isLoading) return <Waiting />
  if (answer.data?.sync === null) return null
  return (
    <AnswerPanel title={t('Supplier sync')} answer={answer}>
      {({ sync }) => sync && <Facts sync={sync} />}
    </AnswerPanel>
  )
}

function Facts({ sync }: { sync: NonNullable<ProductSync> }) {
  const { supplier, lastSyncedAt, goneAt, note, isHeldBack, availabilityAt, availabilityProblem } = sync
  return (
    <>
      {note !== null && (
        <p className={classes['problem']} role="note">
          {note}
        </p>
      )}
      {isHeldBack && (
        <p className={classes['problem']} role="note">
          {t('{supplier} changed too much at once. Review the changes on the import page.', { supplier })}
        </p>
      )}
      {availabilityProblem !== null && (
        <p className={classes['problem']} role="note">
          {t('Availability: {problem}', { problem: availabilityProblem })}
        </p>
      )}
      <dl className={classes['facts']}>
        <Fact label={t('Supplier')} value={supplier} />
        <Moment label={t('Last sync')} at={lastSyncedAt} />
        <Moment label={t('Availability')} at={availabilityAt} />
        {goneAt !== null && <Moment label={t('Off at the supplier')} at={goneAt} />}
      </dl>
    </>
  )
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}

function Moment({ label, at }: { label: string; at: string | null }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {at === null ? (
          t('Never')
        ) : (
          <time dateTime={at} title={formatInstant(at)}>
            {timeAgo(at)}
          </time>
        )}
      </dd>
    </div>
  )
}
