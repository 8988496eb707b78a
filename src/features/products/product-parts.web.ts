import { recordIdIn } from '../../core/record-id.ts'
import { useMay } from '../../core/browser/session.web.ts'
import { useRouteQuery } from '../../ui/navigation.tsx'
import { openingKept, useAnswer, useRecord } from '../../ui/resource/client.web.ts'
import { readSellability } from './option.endpoints.ts'
import { productOptions } from './product-options.ts'
import { products } from './products.ts'
import { useOptions, useUnits } from './product-units.web.ts'
import { readSyncLog } from './sync.endpoints.ts'

/** What a product's supplier has changed of it. Read again for each version. `before` is the entry to read on from. */
export function useSyncLog(id: number, version: unknown, before?: number, enabled = true) {
  return useAnswer(readSyncLog, {
    params: { id },
    query: { ...(before !== undefined && { before: String(before) }), version: String(version ?? '') },
    enabled,
  })
}

/** Each day of a month, the present one if null, and whether an option can be sold on it. Read again for each version. */
export function useSellability(id: number, version: unknown, month: string | null, enabled = true) {
  return useAnswer(readSellability, {
    params: { id },
    query: { version: String(version), ...(month !== null && { month }) },
    staleTime: openingKept,
    enabled,
  })
}

/** Units are for callers who have permission to see them. */
function useUnitsWaiting(productId: number): boolean {
  const seesUnits = useMay()('ui', 'product-age-bands')
  return useUnits(seesUnits ? productId : 0).isLoading
}

/** Whether what is above the fields of the page's product is still on its way. */
export function useProductWaiting(): boolean {
  const id = recordIdIn(useRouteQuery()[0]['id'])
  const { data } = useRecord(products, id)
  const log = useSyncLog(id ?? 0, data?.version, undefined, data !== undefined)
  return [useOptions(id ?? 0).isLoading, useUnitsWaiting(id ?? 0), log.isLoading].includes(true)
}

/** Whether what is above the fields of the page's option is still on its way. */
export function useOptionWaiting(): boolean {
  const { data } = useRecord(productOptions, recordIdIn(useRouteQuery()[0]['id']))
  const calendar = useSellability(data?.id ?? 0, data?.version, null, data !== undefined)
  return [
    useOptions(data?.productId ?? 0).isLoading,
    useUnitsWaiting(data?.productId ?? 0),
    calendar.isLoading,
  ].includes(true)
}
