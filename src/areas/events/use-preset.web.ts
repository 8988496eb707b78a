import { useLayoutEffect, useState } from 'react'
import type { Filter } from '../../kit/list-query.ts'
import { useDefaultViews } from '../../kit/screens/saved-views.web.ts'
import { useRouteQuery } from '../../ui/navigation.tsx'
import { usePage } from '../../ui/page-context.tsx'

/**
 * Narrows a list that is opened by its bare address, as from the menu, to what most people come for. It is a filter like
 * any other: taken off it stays off. What somebody has chosen to open the list with goes before it. True until that is known.
 */
export function usePreset(resource: string, filter: Filter): boolean {
  const { screen } = usePage()
  const [route, patch] = useRouteQuery()
  const [isOpen, setOpen] = useState(() => Object.keys(route).length === 0)
  const { data, isLoading } = useDefaultViews()
  const hasDefault = data?.some((choice) => choice.resource === resource && choice.list === screen) === true
  useLayoutEffect(() => {
    if (!isOpen || isLoading) return
    if (!hasDefault) patch({ filter: JSON.stringify(filter) }, { replace: true })
    setOpen(false)
  }, [isOpen, isLoading, hasDefault, filter, patch])
  return isOpen
}
