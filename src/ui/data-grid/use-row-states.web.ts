import { useEffect, useMemo, useRef, useState } from 'react'
import type { DataGridProps } from './data-grid-props.web.ts'
import { toggleAll, withoutVanished, withRows, withTreeRow } from './row-selection.ts'
import type { RowIds } from './row-selection.ts'
import { useControlled } from './use-controlled.web.ts'
import type { GridNode } from './use-grid-table.web.ts'
import { useLatest } from './use-latest.web.ts'

const noIds: RowIds = new Set()

type Children<Row> = (row: Row) => readonly Row[] | undefined

/** Selected, expanded and current rows, and which of them survive a change of the rows. */
export function useRowStates<Row extends object>(props: DataGridProps<Row>, childrenOf: Children<Row>) {
  const [selection, holdSelection] = useControlled(props.selection, noIds)
  const [expanded, holdExpanded] = useControlled(props.expanded, noIds)
  const [current, holdCurrent] = useControlled<string | null>(props.current, null)

  function setSelection(next: RowIds): void {
    holdSelection(next)
    props.onSelectionChange?.(next)
  }

  function setCurrent(next: string | null): void {
    if (next === current) return
    holdCurrent(next)
    props.onCurrentChange?.(next)
  }

  const { rows } = props
  const settle = useLatest(() => {
    if (!rows) return
    const existing = new Set(idsOf(rows, props.rowId, childrenOf))
    if (current !== null && !existing.has(current)) setCurrent(null)
    if (props.keepSelection) return
    const kept = withoutVanished(selection, existing)
    if (kept !== selection) setSelection(kept)
  })
  useEffect(() => settle(), [rows, settle])

  return {
    selection,
    expanded,
    current,
    setCurrent,
    toggleAll: (roots: readonly GridNode<Row>[]) => setSelection(toggleAll(roots, selection)),
    select(nodes: readonly GridNode<Row>[], on: boolean): void {
      const isFlat = nodes.every(({ path }) => path.length === 0)
      // A range can be thousands of rows long; only rows below others have ancestors to look after.
      setSelection(
        isFlat
          ? withRows(nodes, selection, on)
          : nodes.reduce((ids, node) => withTreeRow(node, node.path, ids, on), selection),
      )
    },
    setExpanded(id: string, open: boolean): void {
      const next = new Set(expanded)
      if (open) next.add(id)
      else next.delete(id)
      holdExpanded(next)
      props.onExpandedChange?.(next)
    },
  }
}

/** The row that Tab enters: the one focused last while it is shown, else the current row, else the first. */
export function useActiveRow(nodes: readonly { id: string }[], current: string | null) {
  const [focused, setFocused] = useState<string | null>(null)
  const wanted = useRef<string | null>(null)
  const shown = useMemo(() => new Set(nodes.map(({ id }) => id)), [nodes])
  const activeId = [focused, current].find((id) => id !== null && shown.has(id)) ?? nodes[0]?.id
  return { activeId, setFocused, wanted }
}

function idsOf<Row>(rows: readonly Row[], rowId: (row: Row) => string, childrenOf: Children<Row>): string[] {
  return rows.flatMap((row) => [rowId(row), ...idsOf(childrenOf(row) ?? [], rowId, childrenOf)])
}
