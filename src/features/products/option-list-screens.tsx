import { Button } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { formatMoney } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { ListScreen } from '../../ui/resource/list-screen.tsx'
import { useRecordPaths } from '../../ui/resource/record-paths.tsx'
import { usePage } from '../../ui/page-context.tsx'
import { cutoffWords } from './cutoff-labels.ts'
import { productAgeBands } from './product-age-bands.ts'
import { productDriftRules } from './product-drift-rules.ts'
import type { CutoffUnit } from './product-options.ts'
import { productOptions } from './product-options.ts'
import classes from './product-lists.module.css'

// It comes with the first selection: most visits to the list select nothing.
const CopyOptions = lazy(async () => ({ default: (await import('./copy-options.tsx')).CopyOptions }))

/** The prices of its product's units, from the cheapest to the most expensive. */
function PriceCell({ priceFrom, priceTo, currency }: AnyRecord) {
  if (typeof priceFrom !== 'number') return '–'
  const [from, to] = [priceFrom, Number(priceTo)].map((amount) => formatMoney(amount, String(currency)))
  return from === to ? from : t('{from} to {to}', { from: from ?? '', to: to ?? '' })
}

function CutoffCell({ cutoffAmount, cutoffUnit }: AnyRecord) {
  return cutoffWords(Number(cutoffAmount), cutoffUnit as CutoffUnit)
}

function CancellationCell({ cancellationCutoffAmount: amount, cancellationCutoffUnit: unit }: AnyRecord) {
  return typeof amount === 'number' ? (
    cutoffWords(amount, unit as CutoffUnit)
  ) : (
    <span className={classes['quiet']}>{t('As its product')}</span>
  )
}

const optionCells = { priceFrom: PriceCell, cutoffAmount: CutoffCell, cancellationCutoffAmount: CancellationCell }
const optionWidths = { priceFrom: 190 }

function optionActions(selected: readonly AnyRecord[], clear: () => void) {
  return (
    <Suspense>
      <CopyOptions options={selected} onDone={clear} />
    </Suspense>
  )
}

/** Both are made with their product. */
function ProductsFirst() {
  const products = useRecordPaths()('products', 'list')
  return (
    <>
      <p>{t('They are imported together with products.')}</p>
      {products !== null && (
        <Button component="a" href={products} variant="default">
          {t('Products')}
        </Button>
      )}
    </>
  )
}

export function ProductOptionListScreen() {
  const { mayWrite } = usePage()
  return (
    <ListScreen
      of={productOptions}
      cells={optionCells}
      widths={optionWidths}
      start={<ProductsFirst />}
      {...(mayWrite && { bulkActions: optionActions })}
    />
  )
}

/** A loss is marked next to the price. */
function RetailCell({ retail, isBelowNet, currency }: AnyRecord) {
  const price = formatMoney(Number(retail), String(currency))
  return isBelowNet === true ? (
    <span className={classes['drift']} title={t('Sold below net')}>
      {price}
    </span>
  ) : (
    price
  )
}

/** Most units are for every option of their product. */
function OptionCell({ option }: AnyRecord) {
  return option ? (
    String((option as { readonly title: string }).title)
  ) : (
    <span className={classes['quiet']}>{t('Every option')}</span>
  )
}

const bandCells = { retail: RetailCell, optionId: OptionCell }

export function ProductAgeBandListScreen() {
  return <ListScreen of={productAgeBands} cells={bandCells} start={<ProductsFirst />} />
}

export function DriftRuleListScreen() {
  return <ListScreen of={productDriftRules} />
}
