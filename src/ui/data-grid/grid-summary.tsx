import { memo } from 'react'
import type { ReactNode } from 'react'
import classes from './data-grid.module.css'
import { alignOf } from './grid-row.tsx'
import type { GridTexts } from './grid-settings.tsx'
import type { DataColumn, PlacedColumn } from './placed-column.web.ts'
import { columnTotal } from './summary-row.ts'

interface SummaryProps {
  readonly columns: readonly PlacedColumn<unknown>[]
  /** Top-level rows shown; there is no summary of nothing. */
  readonly rows: readonly unknown[]
  readonly texts: GridTexts
}

export const GridSummary = memo(function GridSummary({ columns, rows, texts }: SummaryProps) {
  return (
    <tfoot role="rowgroup" className={classes.foot}>
      <tr role="row" className={classes.row}>
        {columns.map((placed) => (
          <td
            key={placed.id}
            role="cell"
            className={classes.cell}
            style={placed.style}
            data-kind={placed.kind}
            data-pin={placed.pin}
            data-edge={placed.edge ? '' : undefined}
            data-align={placed.kind === 'data' ? alignOf(placed) : undefined}
            data-label={placed.kind === 'data' ? placed.column.header : undefined}
            data-first={placed.kind === 'data' && placed.first ? '' : undefined}
          >
            {placed.kind === 'data' ? summaryOf(placed, rows, texts) : null}
          </td>
        ))}
      </tr>
    </tfoot>
  )
})

function summaryOf(placed: DataColumn<unknown>, rows: readonly unknown[], texts: GridTexts): ReactNode {
  const { column, first } = placed
  if (column.summary) return column.summary(rows)
  if (first) return texts.sum
  return column.numeric ? columnTotal(rows.map((row) => column.value?.(row))) : null
}
