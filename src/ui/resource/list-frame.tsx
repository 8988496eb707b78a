import type { ReactNode } from 'react'
import { useState } from 'react'
import { t } from '../../core/i18n/language.ts'
import { useRovingFocus } from '../roving-focus.web.ts'
import classes from './list.module.css'
import { SelectionPlace } from './selection-place.tsx'

export interface ListFrameProps {
  /** Tabs above the list. */
  above?: ReactNode
  /** Search and filters. */
  tools: ReactNode
  /** What can be done with the list as a whole, at the end of its tools. */
  endTools?: ReactNode
  /** The grid. */
  children: ReactNode
  /** Commands for the rows that are selected; undefined where none can be. */
  selection?: ReactNode
  /** Count and pager. */
  foot: ReactNode
  /** The page scrolls as a whole, because what is above the list leaves its rows no room in the window. */
  flows?: boolean
}

/** The frame of every list: tools, head and footer stay in view while the rows scroll between them. */
export function ListFrame({ above, tools, endTools, children, selection, foot, flows = false }: ListFrameProps) {
  const toolbar = useRovingFocus<HTMLDivElement>()
  // Rows that made room for the commands keep it while the list is on screen.
  const [wasSelected, setWasSelected] = useState(false)
  if (Boolean(selection) && !wasSelected) setWasSelected(true)
  return (
    <div className={classes['list']} data-selected={wasSelected || undefined} data-flows={flows || undefined}>
      {above}
      <div className={classes['toolbar']} role="toolbar" aria-label={t('List tools')} {...toolbar}>
        {tools}
        <div className={classes['toolbarEnd']}>{endTools}</div>
      </div>
      <div className={classes['rows']}>{children}</div>
      {selection !== undefined && (
        <div className={classes['floating']}>
          <SelectionPlace>{selection}</SelectionPlace>
        </div>
      )}
      {foot}
    </div>
  )
}

/** The commands beside the title: one stop of Tab, and one line on a phone. */
export function PageCommands({ children }: { children: ReactNode }) {
  const commands = useRovingFocus<HTMLDivElement>()
  return (
    <div className={classes['actions']} role="toolbar" aria-label={t('Page commands')} {...commands}>
      {children}
    </div>
  )
}
