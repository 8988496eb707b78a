import { pathOf } from '../../core/http/endpoint.ts'
import { http } from '../../core/browser/http-client.web.ts'
import { readCouponCodes } from './generate-coupons.ts'

/** How often a batch whose codes are being made is asked how far it is, in milliseconds. */
export const askEvery = 1_000

/** Saves the codes of a batch as the file that the server names. A failure is shown by the client. */
export async function downloadCodes(batchId: number): Promise<void> {
  const { data, headers } = await http.request('GET', pathOf(readCouponCodes, { id: batchId }))
  const name = /filename="([^"]+)"/.exec(headers.get('Content-Disposition') ?? '')?.[1]
  const url = URL.createObjectURL(new Blob([String(data)], { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name ?? `coupons-${batchId}.csv`
  link.click()
  // The browser reads it after this turn.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/** The query of a list that shows the codes of a batch alone. */
export function filterOf(batchId: number): string {
  return `?filter=${encodeURIComponent(JSON.stringify({ batchId }))}`
}
