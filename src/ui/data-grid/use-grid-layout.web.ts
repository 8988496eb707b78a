import { useMemo, useState } from 'react'
import { resizeFloor } from './column-widths.ts'
import type { GridColumn } from './grid-column.web.ts'
import { useGridSettings } from './grid-settings.tsx'
import { arrangementKey, movedId, orderedIds, parseArrangement, untouched } from './stored-layout.ts'
import type { GridArrangement, GridDensity, GridPin } from './stored-layout.ts'

/** The current state of a grid's columns, and the ways to change it. The grid and its Columns menu share one. */
export interface GridLayout {
  readonly order: readonly string[]
  readonly density: GridDensity
  readonly widths: Readonly<Record<string, number>>
  isShown(id: string): boolean
  pinOf(id: string): GridPin | undefined
  show(id: string, shown: boolean): void
  pin(id: string, side: GridPin | 'none'): void
  /** Moves a column to the position of `target`. */
  move(id: string, target: string): void
  /** Width in px, at least 30; null gives the column its own width back. */
  resize(id: string, width: number | null): void
  setDensity(density: GridDensity): void
  reset(): void
}

/** The parts of a column that the layout needs; columns of any row type have them. */
export type LayoutColumn = Pick<GridColumn<never>, 'id' | 'header' | 'pin' | 'hideable' | 'hidden'>

/**
 * The layout of the grid `name`, remembered per person through the storage of the grid settings. Call it
 * beside a DataGrid and give it to both the grid and a ColumnMenu.
 */
export function useGridLayout(name: string, columns: readonly LayoutColumn[]): GridLayout {
  const { person, storage } = useGridSettings()
  const key = arrangementKey(name, person)
  const [held, setHeld] = useState(() => ({ key, arrangement: parseArrangement(storage.read(key)) }))
  let current = held
  // Another person or grid has its own arrangement; it must be there before anything is drawn with the old
  // one.
  if (held.key !== key) {
    current = { key, arrangement: parseArrangement(storage.read(key)) }
    setHeld(current)
  }
  const { arrangement } = current

  return useMemo(() => {
    function change(part: Partial<GridArrangement>): void {
      const next = { ...arrangement, ...part }
      setHeld({ key, arrangement: next })
      storage.write(key, JSON.stringify(next))
    }
    const byId = new Map(columns.map((column) => [column.id, column]))
    const order = orderedIds(
      columns.map((column) => column.id),
      arrangement.order,
    )
    return {
      order,
      density: arrangement.density,
      widths: arrangement.widths,
      isShown: (id) => byId.get(id)?.hideable === false || (arrangement.shown[id] ?? !byId.get(id)?.hidden),
      pinOf: (id) => {
        const pin = arrangement.pins[id] ?? byId.get(id)?.pin
        return pin === 'none' ? undefined : pin
      },
      show: (id, shown) => change({ shown: { ...arrangement.shown, [id]: shown } }),
      pin: (id, side) => change({ pins: { ...arrangement.pins, [id]: side } }),
      move: (id, target) => change({ order: movedId(order, id, target) }),
      resize: (id, width) => change({ widths: withWidth(arrangement.widths, id, width) }),
      setDensity: (density) => change({ density }),
      reset: () => change(untouched),
    }
  }, [arrangement, columns, key, storage])
}

function withWidth(
  widths: Readonly<Record<string, number>>,
  id: string,
  width: number | null,
): Readonly<Record<string, number>> {
  const { [id]: _replaced, ...others } = widths
  return width === null ? others : { ...others, [id]: Math.max(resizeFloor, Math.round(width)) }
}
