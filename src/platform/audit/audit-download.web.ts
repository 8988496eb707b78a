import { http } from '../../core/browser/http-client.web.ts'
import type { ListQuery } from '../../core/list/list-query.ts'
import { listParams } from '../../core/list/list-query.ts'
import { exportAudit } from './audit.endpoints.ts'

/** Saves exactly the filtered entries as the file that the server names. The client shows a failure. */
export async function downloadAudit({ filter, q }: Pick<ListQuery, 'filter' | 'q'>): Promise<void> {
  const { data, headers } = await http.request('GET', exportAudit.path, {
    params: listParams({ ...(filter && { filter }), ...(q && { q }) }),
  })
  const name = /filename="([^"]+)"/.exec(headers.get('Content-Disposition') ?? '')?.[1]
  // Spreadsheets take a file without this mark for one of their own old alphabets.
  const url = URL.createObjectURL(new Blob(['\ufeff', String(data)], { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name ?? 'audit.csv'
  link.click()
  // The browser reads it after this turn.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
