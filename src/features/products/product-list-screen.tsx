import { Button } from '@mantine/core'
import { IconInbox } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { msg, t } from '../../core/i18n/language.ts'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { ListScreen } from '../../ui/resource/list-screen.tsx'
import { useRecordPaths } from '../../ui/resource/record-paths.tsx'
import { usePage } from '../../ui/page-context.tsx'
import { products } from './products.ts'
import classes from './product-lists.module.css'

// Commands come with the first selection: most visits to the list select nothing.
const ProductActions = lazy(async () => ({ default: (await import('./product-actions.tsx')).ProductActions }))

function DriftCell({ driftCount }: AnyRecord) {
  return Number(driftCount) > 0 ? <span className={classes['drift']}>{Number(driftCount)}</span> : '–'
}

const cells = { driftCount: DriftCell }

const questions = [
  { label: msg('Live'), filter: { status: 'live' } },
  { label: msg('Mapped'), filter: { status: 'mapped' } },
  { label: msg('Suspended'), filter: { status: 'suspended' } },
  { label: msg('Sync failed'), filter: { syncStatus: 'failed' }, isAlarm: true },
] as const

/** The pages of imports, by what the sitemap calls what they show. */
const imports = [
  ['Viator', 'product-codes'],
  ['Tiqets', 'product-codes-tiqets'],
  ['Globick', 'product-codes-globick'],
  ['TourCMS', 'product-codes-tourcms'],
] as const

function Imports() {
  const paths = useRecordPaths()
  return (
    <>
      <p>{t('Products come from imports.')}</p>
      {imports.map(([supplier, of]) => {
        const href = paths(of, 'list')
        return (
          href !== null && (
            <Button key={of} component="a" href={href} variant="default">
              {t('Import from {supplier}', { supplier })}
            </Button>
          )
        )
      })}
    </>
  )
}

function bulkActions(selected: readonly AnyRecord[], clear: () => void) {
  return (
    <Suspense>
      <ProductActions products={selected} onDone={clear} />
    </Suspense>
  )
}

export function ProductListScreen() {
  const { mayWrite } = usePage()
  const inbox = useRecordPaths()('product-drifts', 'list')
  return (
    <ListScreen
      of={products}
      cells={cells}
      questions={questions}
      start={<Imports />}
      {...(mayWrite && { bulkActions })}
      actions={
        inbox && (
          <Button component="a" href={inbox} variant="default" leftSection={<IconInbox size={15} aria-hidden />}>
            {t('Drift inbox')}
          </Button>
        )
      }
    />
  )
}
