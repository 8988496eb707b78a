import type { ReactNode } from 'react'
import grid from './data-grid.module.css'
import { alignOf } from './grid-row.tsx'
import type { GridTexts } from './grid-settings.tsx'
import classes from './grid-states.module.css'
import type { PlacedColumn } from './placed-column.web.ts'

interface SkeletonProps {
  readonly columns: readonly PlacedColumn<unknown>[]
  readonly count: number
}

/** Grey bars in the place of rows to come; silent, since the table says that it is busy. */
export function SkeletonRows({ columns, count }: SkeletonProps) {
  return (
    <tbody className={grid.body} data-skeleton="" aria-hidden="true">
      {Array.from({ length: count }, (_, row) => (
        <tr key={row} className={grid.row}>
          {columns.map((placed, at) => (
            <td
              key={placed.id}
              className={grid.cell}
              style={placed.style}
              data-kind={placed.kind}
              data-pin={placed.pin}
              data-align={placed.kind === 'data' ? alignOf(placed) : undefined}
            >
              {/* Uneven lengths look like text; they follow from the place, so that nothing flickers. */}
              <span className={classes.bar} data-length={placed.kind === 'data' ? 1 + ((row * 3 + at * 5) % 4) : 0} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}

/** One row across the grid that says why there are no others. */
export function MessageRow({ columnCount, children }: { columnCount: number; children: ReactNode }) {
  return (
    <tbody role="rowgroup" className={grid.body}>
      <tr role="row" className={classes.messageRow}>
        <td role="cell" colSpan={columnCount} aria-colspan={columnCount} className={classes.message}>
          <div className={classes.messageContent}>{children}</div>
        </td>
      </tr>
    </tbody>
  )
}

interface FailureProps {
  readonly error: ReactNode
  readonly texts: GridTexts
  readonly retry: (() => void) | undefined
  /** Above rows that are still there, rather than in their place. */
  readonly banner?: boolean | undefined
}

export function Failure({ error, texts, retry, banner }: FailureProps) {
  return (
    // Content longer than a sentence decides for itself whether it is an alert.
    <div {...(typeof error === 'string' && { role: 'alert' })} className={banner ? classes.banner : classes.failure}>
      <span>{error}</span>
      {retry && (
        <button type="button" className={classes.retry} onClick={() => retry()}>
          {texts.retry}
        </button>
      )}
    </div>
  )
}
