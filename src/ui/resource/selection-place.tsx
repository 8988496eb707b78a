import type { ReactNode } from 'react'
import classes from './selection-place.module.css'

/**
 * Where the commands for the selected rows are: over the lower edge of the window while the list goes on below it, and
 * under the list at its end. The place is there before a row is selected, so selecting one moves nothing.
 */
export function SelectionPlace({ children }: { children: ReactNode }) {
  return <div className={classes['place']}>{children}</div>
}
