import { useLayoutEffect, useState } from 'react'
import type { Filter } from '../../../core/list/list-query.ts'
import { useDefaultViews } from '../../../ui/resource/saved-views.web.ts'
import { useRouteQuery } from '../../../ui/navigation.tsx'
import { usePage } from '../../../ui/page-context.tsx'

/**
 * Applies a default filter to a list opened without parameters, as from the menu. It works like any other filter: once
 * removed, it stays removed. The user's own default view takes precedence. Returns true until that view is known.
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
