import type { ComponentType } from 'react'
import { formatMoney } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import { recordIdIn } from '../../../core/record-id.ts'
import { useRouteQuery } from '../../../ui/navigation.tsx'
import { usePage } from '../../../ui/page-context.tsx'
import { PageFrame } from '../../../ui/page-frame.tsx'
import { useAnswer, useRecord } from '../../../ui/resource/client.web.ts'
import type { AnyRecord } from '../../../ui/resource/client.web.ts'
import { Facts } from '../../../ui/resource/facts.tsx'
import { HistoryLink } from '../../../ui/resource/history-link.tsx'
import { RecordCommands } from '../../../ui/resource/record-commands.tsx'
import { RecordNeighbours } from '../../../ui/resource/record-neighbours.tsx'
import { FailedPage } from '../../../ui/resource/missing-page.tsx'
import { FormSkeleton } from '../../../ui/resource/states.tsx'
import { CodeActions } from './code-actions.tsx'
import { CodeCalls } from './code-calls.tsx'
import { Duplicates } from './distinct-products.tsx'
import { DryRunResult } from './dry-run.tsx'
import type { CodePreview } from './code-preview.ts'
import { importEndpoints } from './import.endpoints.ts'
import { agesOf } from './band-labels.ts'
import classes from './imports.module.css'
import { StorefrontCard } from './storefront-card.tsx'
import type { SupplierFacts } from './supplier-facts.ts'

const facts = [
  'status',
  'reason',
  'productId',
  'duplicateOfId',
  'cityId',
  'subcategoryId',
  'destination',
  'supplierTags',
  'isNoIndex',
  'attempts',
  'fetchedAt',
  'createdAt',
] as const

export function codeScreenOf(supplier: SupplierFacts): ComponentType {
  return () => <CodeScreen supplier={supplier} />
}

/** One code: what became of it, what it would look like, and the calls made for it. */
function CodeScreen({ supplier }: { supplier: SupplierFacts }) {
  const [query] = useRouteQuery()
  const { mayWrite, title } = usePage()
  const id = recordIdIn(query['id'])
  const record = useRecord(supplier.codes, id)
  const version = record.data?.version
  const preview = useAnswer(importEndpoints(supplier).preview, {
    params: { id: id ?? 0 },
    enabled: id !== null && version !== undefined,
  })
  const error = record.error ?? preview.error
  if (id === null)
    return (
      <PageFrame>
        <p>{t('No code selected.')}</p>
      </PageFrame>
    )
  if (error) return <FailedPage error={error} onRetry={() => void record.refetch()} what={title} />
  if (!record.data || !preview.data)
    return (
      <PageFrame record={{ kind: title, name: title }}>
        <FormSkeleton />
      </PageFrame>
    )
  const code: AnyRecord = record.data
  const refetchBoth = () => {
    void record.refetch()
    void preview.refetch()
  }
  return (
    <PageFrame
      record={{ kind: title, name: String(code['code']) }}
      actions={
        <RecordCommands>
          <RecordNeighbours resource={supplier.codes} record={code} />
          {mayWrite && <CodeActions supplier={supplier} codes={[code]} onDone={refetchBoth} />}
          <HistoryLink resource={supplier.codes.name} id={id} />
        </RecordCommands>
      }
    >
      <div className={classes['columns']}>
        <div className={classes['card']}>
          <Facts of={supplier.codes} record={withTagNames(supplier, code)} keys={facts} />
        </div>
        {preview.data.draft && <StorefrontCard draft={preview.data.draft} />}
      </div>
      <Duplicates supplier={supplier} codeId={id} preview={preview.data} mayWrite={mayWrite} onDone={refetchBoth} />
      {preview.data.dryRun && (
        <section className={classes['card']} aria-label={t('Dry run')}>
          <h2>{t('What an import would change now')}</h2>
          <DryRunResult dryRun={preview.data.dryRun} />
        </section>
      )}
      {preview.data.draft && <Units draft={preview.data.draft} />}
      <CodeCalls supplier={supplier} calls={preview.data.calls} canSend={mayWrite} />
    </PageFrame>
  )
}

/** Some suppliers' tags are numbers, which say nothing without a name. */
function withTagNames({ name }: SupplierFacts, code: AnyRecord): AnyRecord {
  const tags: unknown = code['supplierTags']
  if (!Array.isArray(tags)) return code
  const named = tags.map((tag: unknown) =>
    /^\d+$/.test(String(tag)) ? t('{supplier} tag {tag}', { supplier: name, tag: String(tag) }) : tag,
  )
  return { ...code, supplierTags: named }
}

function Units({ draft }: { draft: NonNullable<CodePreview['draft']> }) {
  return (
    <section className={classes['card']} aria-label={t('Units')}>
      <h2>{t('Units')}</h2>
      <UnitTable draft={draft} />
      {draft.warnings.length > 0 && (
        <ul className={classes['warnings']} aria-label={t('Warnings')}>
          {draft.warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      )}
    </section>
  )
}

function UnitTable({ draft }: { draft: NonNullable<CodePreview['draft']> }) {
  // In no currency yet: an amount would say nothing.
  const amountIn = (amount: number) => (draft.currency === '' ? '–' : formatMoney(amount, draft.currency))
  const titles = new Map(draft.options.map(({ code, title }) => [code, title]))
  return (
    <div className={classes['scroller']} tabIndex={0} role="group" aria-label={t('Units, scrolls sideways')}>
      <table className={classes['table']} aria-label={t('Units')}>
        <thead>
          <tr>
            <th scope="col">{t('Option')}</th>
            <th scope="col">{t('Unit')}</th>
            <th scope="col">{t('Ages')}</th>
            <th scope="col" data-numeric="true">
              {t('Net')}
            </th>
            <th scope="col" data-numeric="true">
              {t('Retail')}
            </th>
          </tr>
        </thead>
        <tbody>
          {draft.units.map(({ optionCode, label, minAge, maxAge, net, retail }) => (
            <tr key={`${optionCode} ${label}`}>
              <td>{optionCode === null ? t('All options') : (titles.get(optionCode) ?? optionCode)}</td>
              <td>{label}</td>
              <td>{agesOf({ minAge, maxAge })}</td>
              <td data-numeric="true">{amountIn(net)}</td>
              <td data-numeric="true">{amountIn(retail)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
