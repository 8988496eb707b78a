import { Suspense } from 'react'
import { lazyScreen } from '../lazy-screen.tsx'
import { usePopOut } from '../pop-out.web.ts'
import classes from './column-menu.module.css'
import { GridIcon } from './grid-icons.tsx'
import { useGridSettings } from './grid-settings.tsx'
import type { GridLayout, LayoutColumn } from './use-grid-layout.web.ts'

const ColumnPanel = lazyScreen(async () => (await import('./column-panel.tsx')).ColumnPanel)

interface ColumnMenuProps {
  readonly columns: readonly LayoutColumn[]
  /** The layout that the grid was given too. */
  readonly layout: GridLayout
  readonly className?: string | undefined
}

/**
 * The button "Columns": shows, hides, orders and pins the columns of a grid, and sets the height of its rows.
 */
export function ColumnMenu({ columns, layout, className }: ColumnMenuProps) {
  const { texts } = useGridSettings()
  const { target, wasOpened, ...state } = usePopOut(ColumnPanel)
  return (
    <>
      <button type="button" className={className ?? classes.button} {...target}>
        <GridIcon name="columns" />
        <span>{texts.columns}</span>
      </button>
      {wasOpened && (
        <Suspense>
          <ColumnPanel columns={columns} layout={layout} texts={texts} {...state} />
        </Suspense>
      )}
    </>
  )
}
