import { useMemo, useState } from 'react'
import { ColumnMenu } from '../../src/ui/data-grid/column-menu.tsx'
import { DataGrid } from '../../src/ui/data-grid/data-grid.tsx'
import type { RowIds } from '../../src/ui/data-grid/row-selection.ts'
import { useGridLayout } from '../../src/ui/data-grid/use-grid-layout.web.ts'
import { pinnedColumns, saleColumns } from './columns.tsx'
import { makeSales } from './sales.ts'
import type { Sale } from './sales.ts'

const rowId = (sale: Sale) => String(sale.id)

/**
 * One grid set up by the address: rows, plus any of select, expand, tree, index, summary, pin, links, peek,
 * loading, ...
 */
export function Scene({ query }: { query: URLSearchParams }) {
  const has = (flag: string) => query.has(flag)
  const count = Number(query.get('rows') ?? 50)
  const columns = has('pin') ? pinnedColumns : saleColumns
  const layout = useGridLayout('sales/list', columns)
  const [typed, setTyped] = useState('')
  const [retried, setRetried] = useState(false)
  const [selection, setSelection] = useState<RowIds>(new Set())
  const [said, say] = useState('')
  const isTree = has('tree')
  const all = useMemo(() => (isTree ? forest(count) : makeSales(count)), [isTree, count])
  const sales = useMemo(() => {
    const text = typed.toLowerCase()
    return text === ''
      ? all
      : all.filter((sale) => `${sale.reference} ${sale.event} ${sale.buyer}`.toLowerCase().includes(text))
  }, [all, typed])

  return (
    <main>
      <h1 id="heading">Sales</h1>
      <div className="toolbar">
        <input aria-label="Search" value={typed} onChange={(event) => setTyped(event.target.value)} />
        <ColumnMenu columns={columns} layout={layout} />
        <output>{said || `${selection.size} selected`}</output>
      </div>
      <DataGrid<Sale>
        name="sales/list"
        labelledBy="heading"
        layout={layout}
        columns={columns}
        rows={has('loading') && !retried ? undefined : sales}
        rowId={rowId}
        processing="local"
        busy={has('busy')}
        error={has('error') && !retried ? 'The sales could not be loaded.' : undefined}
        onRetry={() => setRetried(true)}
        selectable={has('select') && ((sale: Sale) => sale.status !== 'Failed' || !has('some'))}
        selection={selection}
        onSelectionChange={setSelection}
        summary={has('summary')}
        virtualFrom={has('whole') ? Infinity : undefined}
        indexFrom={has('index') ? 1 : undefined}
        expand={
          has('expand')
            ? (sale) => (
                <p style={{ margin: 0 }}>
                  Sold to {sale.buyer}. {sale.note}
                </p>
              )
            : undefined
        }
        childrenOf={has('tree') ? (sale) => sale.children : undefined}
        hasChildren={(sale) => has('lazy') && sale.id < 1000}
        loadChildren={async (sale) => {
          await new Promise((resolve) => setTimeout(resolve, 100))
          return sale.id === 2 ? [] : makeSales(3, sale.id * 1000)
        }}
        rowHref={has('links') ? (sale) => `#/sales/${sale.id}` : undefined}
        {...(has('peek') && { onPeek: (sale: Sale) => say(`Peeked at ${sale.reference}`) })}
        {...(has('links') && { onOpen: (sale: Sale) => say(`Opened ${sale.reference}`) })}
      />
      <button type="button">After the grid</button>
    </main>
  )
}

function forest(count: number): readonly Sale[] {
  return makeSales(count).map((sale) =>
    sale.id % 3 === 0 ? { ...sale, children: makeSales(2, sale.id * 1000) } : sale,
  )
}
