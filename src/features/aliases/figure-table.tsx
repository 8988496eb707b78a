import type { ReactNode } from 'react'
import cards from '../../ui/card-table.module.css'
import classes from './figure-table.module.css'

interface FigureTableProps {
  readonly label: string
  /** What a row is of. */
  readonly subject: string
  readonly figures: readonly string[]
  readonly children: ReactNode
}

/** Products with figures beside them; on a phone a card each. Its rows are of `FigureCell`s. */
export function FigureTable({ label, subject, figures, children }: FigureTableProps) {
  return (
    <div className={classes['box']} role="region" tabIndex={0} aria-label={label}>
      <table role="table" className={`${cards['cards']} ${classes['table']}`}>
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col">
              {subject}
            </th>
            {figures.map((figure) => (
              <th key={figure} role="columnheader" scope="col" className={classes['number']}>
                {figure}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">{children}</tbody>
      </table>
    </div>
  )
}

export function FigureCell({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <td role="cell" className={classes['number']} data-label={label}>
      <div>{children}</div>
    </td>
  )
}
