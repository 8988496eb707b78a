import { msg } from '../../../core/i18n/language.ts'
import { lazy, Suspense } from 'react'
import type { ComponentType } from 'react'
import { usePage } from '../../../ui/page-context.tsx'
import { ListScreen } from '../../../ui/resource/list-screen.tsx'
import type { AnyRecord } from '../../../ui/resource/client.web.ts'
import { RecordLink } from '../../../ui/resource/record-link.tsx'
import type { ViewsProps } from '../../../ui/resource/screen-parts.web.ts'
import { PanelSkeleton } from '../../../ui/resource/states.tsx'
import { useScreenParts } from '../../../ui/resource/screen-parts.web.ts'
import classes from './import-list.module.css'
import type { SupplierFacts } from './supplier-facts.ts'

const ImportPanel = lazy(async () => ({ default: (await import('./import-panel.tsx')).ImportPanel }))
const CodeActions = lazy(async () => ({ default: (await import('./code-actions.tsx')).CodeActions }))

const questions = [
  { label: msg('Needs mapping'), filter: { status: 'needs_mapping' } },
  { label: msg('Failed'), filter: { status: 'failed' }, isAlarm: true },
  { label: msg('Duplicates'), filter: { status: 'duplicate' } },
] as const

/**
 * The page of a supplier's imports: what is pasted, how far it is, and what became of each code.
 *
 * @param Sync - below the panel of imports, how old the imported products are
 */
export function importScreenOf(
  supplier: SupplierFacts,
  Sync: ComponentType<{ supplier: SupplierFacts }>,
): ComponentType {
  function Above(props: ViewsProps) {
    const { Views } = useScreenParts()
    return (
      <>
        <div className={classes['panels']}>
          <Suspense
            fallback={
              <div className={classes['panelPlace']} data-noted={supplier.assumption !== null}>
                <PanelSkeleton />
              </div>
            }
          >
            <ImportPanel supplier={supplier} />
            <Sync supplier={supplier} />
          </Suspense>
        </div>
        <Views {...props} />
      </>
    )
  }

  function bulkActions(selected: readonly AnyRecord[], clear: () => void) {
    return (
      <Suspense>
        <CodeActions supplier={supplier} codes={selected} onDone={clear} />
      </Suspense>
    )
  }

  function ImportScreen() {
    const { mayWrite } = usePage()
    return (
      <ListScreen
        of={supplier.codes}
        opens="view"
        cells={cells}
        widths={widths}
        questions={questions}
        views={Above}
        flows
        {...(mayWrite && { bulkActions })}
      />
    )
  }

  return ImportScreen
}

const cells = {
  // Two lines of it, all of it where the pointer rests: what to do next is in its last words.
  reason: ({ reason }: AnyRecord) =>
    typeof reason === 'string' && reason !== '' ? (
      <span className={classes['reason']} title={reason}>
        {reason}
      </span>
    ) : (
      '–'
    ),
  productId: (record: AnyRecord) => {
    const product = record['product'] as { id: number; title: string } | null
    return product ? (
      <RecordLink to="products" id={product.id}>
        {product.title}
      </RecordLink>
    ) : (
      '–'
    )
  },
}
const widths = { status: 132, reason: 186, productId: 142, createdAt: 110 }
