import { Button } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { t } from '../../core/i18n/language.ts'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { formatMoney, formatPercent } from '../../core/i18n/formats.ts'
import { cellOf } from '../../ui/resource/cells.tsx'
import { ListScreen } from '../../ui/resource/list-screen.tsx'
import { RecordLink } from '../../ui/resource/record-link.tsx'
import { useRecordPaths } from '../../ui/resource/record-paths.tsx'
import { usePage } from '../../ui/page-context.tsx'
import { DriftKeys } from './drift-keys.tsx'
import { DriftViews, isDriftPart } from './drift-tabs.tsx'
import { productDrifts } from './product-drifts.ts'
import classes from './drift-inbox.module.css'
import { products } from './products.ts'
import { isSupplierField } from './supplier-fields.ts'

const DriftActions = lazy(async () => ({ default: (await import('./drift-actions.tsx')).DriftActions }))

/** A value as the product's own list would show it. */
function valueCell(side: 'ours' | 'theirs') {
  return function ValueCell(record: AnyRecord) {
    const field = String(record['field'])
    if (!isSupplierField(field)) return String(record[side])
    const value: unknown = JSON.parse(String(record[side]))
    return cellOf(field, products.fields[field], { [field]: value, currency: record['currency'] })
  }
}

/** The product's title, linked to the product. */
function ProductLink({ id, title }: { id: number; title: string }) {
  return (
    <RecordLink to="products" id={id}>
      {title}
    </RecordLink>
  )
}

/** What deciding does: the price that customers would pay, the margin that is lost otherwise, and where it shows. */
function EffectCell({ currency, ...record }: AnyRecord) {
  const [now, next, margin, kept] = ['retailNow', 'retailThen', 'marginNow', 'marginKept'].map((key) => record[key])
  const pages = Number(record['pageCount'])
  const amount = (value: unknown) => formatMoney(Number(value), String(currency))
  return (
    <span className={classes['effect']}>
      {typeof next === 'number' && (
        <span>
          {next === now ? t('Price unchanged') : t('{now} → {next}', { now: amount(now), next: amount(next) })}
        </span>
      )}
      <small>
        {[
          ...(typeof margin === 'number' && typeof kept === 'number'
            ? [
                t('Margin {now} → {next} if kept', {
                  now: formatPercent(margin, 'measured'),
                  next: formatPercent(kept, 'measured'),
                }),
              ]
            : []),
          ...(pages > 0 ? [t('{n, plural, one {# live page} other {# live pages}}', { n: pages })] : []),
        ].join(' · ') || t('No live page')}
      </small>
    </span>
  )
}

/** Which rule accepted it: there is room for its name only beside the list and in a column of its own. */
function RuleCell({ ruleId, rule }: AnyRecord) {
  const { title } = rule as { readonly title: string }
  return (
    <RecordLink to="product-drift-rules" id={Number(ruleId)}>
      <span title={title}>{t('Rule')}</span>
    </RecordLink>
  )
}

const cells = {
  ruleId: RuleCell,
  pageCount: EffectCell,
  ours: valueCell('ours'),
  theirs: valueCell('theirs'),
  title: (record: AnyRecord) => <ProductLink id={Number(record['productId'])} title={String(record['title'])} />,
}
// In a window of 1,280 px the effect is read in full: values that are cut are read in the panel beside the list.
const widths = { title: 260, field: 116, ours: 116, theirs: 116, pageCount: 262, state: 108 }

function bulkActions(selected: readonly AnyRecord[], clear: () => void) {
  return (
    <Suspense>
      <DriftActions drifts={selected} onDone={clear} />
    </Suspense>
  )
}

/** Changes by suppliers, to accept or reject by key, one by one or in bulk. It opens on those that wait. */
export function DriftInboxScreen() {
  const { mayWrite } = usePage()
  const rules = useRecordPaths()('product-drift-rules', 'list')
  return (
    <ListScreen
      of={productDrifts}
      cells={cells}
      widths={widths}
      views={DriftViews}
      isNamed={isDriftPart}
      {...(mayWrite && { bulkActions })}
      actions={
        <>
          {mayWrite && <DriftKeys />}
          {rules && (
            <Button component="a" href={rules} variant="default">
              {t('Auto-accept rules')}
            </Button>
          )}
        </>
      }
    />
  )
}
