import { Button } from '@mantine/core'
import { useState } from 'react'
import { formatInstant } from '../../core/i18n/formats.ts'
import { msg, t } from '../../core/i18n/language.ts'
import { labelOf } from '../../core/resource/fields.ts'
import { AnswerPanel } from '../../ui/resource/answer-panel.tsx'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { cellOf, Chip } from '../../ui/resource/cells.tsx'
import { products } from './products.ts'
import classes from './products.module.css'
import type { SyncChange, SyncEntry, SyncOutcome } from './sync.endpoints.ts'
import { useSyncLog } from './product-parts.web.ts'

const outcomes: Readonly<Record<SyncOutcome, readonly [label: string, tone: 'good' | 'warn' | 'busy' | 'neutral']>> = {
  taken: [msg('Accepted by a rule'), 'good'],
  waiting: [msg('In the drift inbox'), 'warn'],
  refused: [msg('Refused: overridden'), 'busy'],
  withdrawn: [msg('Withdrawn by the supplier'), 'neutral'],
}

/** The supplier's changes to a product, with their time, and those refused because the field is overridden. */
export function SyncLogPanel({ product }: { product: AnyRecord }) {
  // Pages that were read on from, newest first; undefined is the newest.
  const [pages, setPages] = useState<readonly (number | undefined)[]>([undefined])
  const last = pages.at(-1)
  const answer = useSyncLog(product.id, product.version, last)
  const next = answer.data?.next ?? null
  return (
    <AnswerPanel
      title={t('Sync log')}
      answer={answer}
      className={classes['panel']}
      commands={
        (pages.length > 1 || next !== null) && (
          <div className={classes['buttons']}>
            <Button
              variant="default"
              size="compact-sm"
              disabled={pages.length === 1}
              onClick={() => setPages(pages.slice(0, -1))}
            >
              {t('Newer')}
            </Button>
            <Button
              variant="default"
              size="compact-sm"
              disabled={next === null}
              onClick={() => next !== null && setPages([...pages, next])}
            >
              {t('Older')}
            </Button>
          </div>
        )
      }
    >
      {({ entries }) =>
        entries.length === 0 ? (
          <p>{t('No changes from the supplier yet.')}</p>
        ) : (
          <div className={classes['scroll']} role="group" tabIndex={0} aria-label={t('Sync log')}>
            <table className={classes['table']} aria-label={t('Sync log')}>
              <thead>
                <tr>
                  <th scope="col">{t('When')}</th>
                  <th scope="col">{t('Field')}</th>
                  <th scope="col">{t('Previous value')}</th>
                  <th scope="col">{t('Supplier value')}</th>
                  <th scope="col">{t('Outcome')}</th>
                </tr>
              </thead>
              {entries.map((entry) => (
                <Entry key={entry.id} entry={entry} currency={product['currency']} />
              ))}
            </table>
          </div>
        )
      }
    </AnswerPanel>
  )
}

/** One sync: a row for each field, the first of which shows the time. */
function Entry({ entry, currency }: { entry: SyncEntry; currency: unknown }) {
  const when = (span: number) => (
    <th scope="rowgroup" rowSpan={span} className={classes['when']}>
      {formatInstant(entry.at)}
      <small>{entry.kind === 'asked' ? entry.by : t('Sync')}</small>
    </th>
  )
  if (entry.kind !== 'changed') {
    return (
      <tbody>
        <tr>
          {when(1)}
          <td colSpan={3}>
            {entry.kind === 'asked' ? t('Asking the supplier again.') : entry.message}
            {entry.kind === 'asked' && entry.message !== null && <> “{entry.message}”</>}
          </td>
          <td>
            <Chip tone={entry.kind === 'asked' ? 'busy' : 'bad'}>
              {entry.kind === 'asked' ? t('Asked') : t('Failed')}
            </Chip>
          </td>
        </tr>
      </tbody>
    )
  }
  return (
    <tbody>
      {entry.changes.map((change, place) => (
        <tr key={change.field}>
          {place === 0 && when(entry.changes.length)}
          <td>{t(labelOf(change.field, products.fields[change.field]))}</td>
          <td className={classes['value']}>{valueOf(change, change.ours, currency)}</td>
          <td className={classes['value']}>{valueOf(change, change.theirs, currency)}</td>
          <td>
            <Chip tone={outcomes[change.outcome][1]}>{t(outcomes[change.outcome][0])}</Chip>
          </td>
        </tr>
      ))}
    </tbody>
  )
}

/** Formatted like the product's own list. */
function valueOf({ field }: SyncChange, value: unknown, currency: unknown) {
  return cellOf(field, products.fields[field], { [field]: value, currency })
}
