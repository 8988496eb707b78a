import { useMemo } from 'react'
import type { GridLayout, LayoutColumn } from '../data-grid/use-grid-layout.web.ts'
import { movedId } from '../data-grid/stored-layout.ts'
import { useRouteQuery } from '../navigation.tsx'
import { noView } from '../../core/list/saved-views.ts'

export interface AddressColumns {
  readonly layout: GridLayout
  /** The columns on screen in the form the address uses; null while they are the list's defaults. */
  readonly text: string | null
}

/**
 * The columns of a list when its address names them. A user's own arrangement applies to the list without a view and
 * stays in their browser. In a view the columns belong to the view, so changing them changes the address and no one's
 * own arrangement. Widths, pins and the height of rows are always the user's own.
 */
export function useAddressColumns(own: GridLayout, columns: readonly LayoutColumn[]): AddressColumns {
  const [{ columns: text = '', view }, patch] = useRouteQuery()
  return useMemo(() => {
    const ids = columns.map(({ id }) => id)
    const listed = text.split(',').filter((id, index, all) => ids.includes(id) && all.indexOf(id) === index)
    const isListed = listed.length > 0
    const always = new Set(columns.filter(({ hideable }) => hideable === false).map(({ id }) => id))
    const order = isListed ? [...listed, ...own.order.filter((id) => !listed.includes(id))] : own.order
    const isShown = (id: string) => (isListed ? listed.includes(id) || always.has(id) : own.isShown(id))
    const shown = order.filter(isShown).join(',')
    const usual = columns
      .filter(({ hidden }) => !hidden)
      .map(({ id }) => id)
      .join(',')
    const said = shown === usual ? null : shown
    if (!isListed && (view === undefined || view === noView)) return { layout: own, text: said }
    const say = (next: readonly string[]) => patch({ columns: next.join(',') })
    return {
      text: said,
      layout: {
        ...own,
        order,
        isShown,
        show: (id, yes) => say(order.filter((other) => (other === id ? yes : isShown(other)))),
        move: (id, target) => say(movedId(order, id, target).filter(isShown)),
        reset: () => patch({ columns: null }),
      },
    }
  }, [own, columns, text, view, patch])
}
