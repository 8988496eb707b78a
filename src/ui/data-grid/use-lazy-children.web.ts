import { useCallback, useEffect, useRef, useState } from 'react'

export type ChildrenStatus = 'loading' | 'failed'

interface LazyChildren<Row> {
  readonly loaded: ReadonlyMap<string, readonly Row[]>
  readonly statuses: ReadonlyMap<string, ChildrenStatus>
  /** Resolves to whether the row can be expanded now: false when it turned out childless or loading failed. */
  load(id: string, row: Row): Promise<boolean>
}

type Load<Row> = (row: Row, signal: AbortSignal) => Promise<readonly Row[]>

/** Children of tree rows, loaded on first expansion. Loads under way are cancelled with the grid. */
export function useLazyChildren<Row>(loadChildren: Load<Row> | undefined): LazyChildren<Row> {
  const [loaded, setLoaded] = useState<ReadonlyMap<string, readonly Row[]>>(new Map())
  const [statuses, setStatuses] = useState<ReadonlyMap<string, ChildrenStatus>>(new Map())
  const latest = useRef(loadChildren)
  latest.current = loadChildren
  const abort = useRef<AbortController | null>(null)
  useEffect(() => () => abort.current?.abort(), [])

  const load = useCallback(async (id: string, row: Row) => {
    abort.current ??= new AbortController()
    const { signal } = abort.current
    if (!latest.current) return false
    setStatuses((before) => new Map(before).set(id, 'loading'))
    try {
      const children = await latest.current(row, signal)
      if (signal.aborted) return false
      setLoaded((before) => new Map(before).set(id, children))
      setStatuses((before) => without(before, id))
      return children.length > 0
    } catch {
      // The caller's request layer has already shown the failure; here the row offers another try.
      if (!signal.aborted) setStatuses((before) => new Map(before).set(id, 'failed'))
      return false
    }
  }, [])

  return { loaded, statuses, load }
}

function without(map: ReadonlyMap<string, ChildrenStatus>, id: string): ReadonlyMap<string, ChildrenStatus> {
  const next = new Map(map)
  next.delete(id)
  return next
}
