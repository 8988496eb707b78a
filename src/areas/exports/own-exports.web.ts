import type { UseQueryResult } from '@tanstack/react-query'
import { useQuery } from '@tanstack/react-query'
import { pathOf } from '../../kit/endpoint.ts'
import { http } from '../../kit/http-client.web.ts'
import { saveFileOf } from '../../kit/save-file.web.ts'
import type { Export } from './exports.ts'
import { downloadExport, listExports } from './exports.ts'

export const ownExportsKey = [listExports.path] as const

/**
 * The person's own exports. `every`: milliseconds after which they are asked for again, for the one place that watches
 * them; that is no use of the session, and a failure is nobody's concern.
 */
export function useOwnExports(every: number | false = false): UseQueryResult<readonly Export[]> {
  return useQuery({
    queryKey: ownExportsKey,
    queryFn: async ({ signal }) => {
      const reply = await http.request('GET', listExports.path, { signal, ...(every !== false && { quiet: 'everything' as const, headers: { 'X-Background': '1' } }) })
      return reply.data as readonly Export[]
    },
    refetchInterval: every,
  })
}

/** Saves the file under the name that the server gave it. A failure is shown by the client. */
export function saveFile({ id, fileName }: Pick<Export, 'id' | 'fileName'>): Promise<void> {
  return saveFileOf(pathOf(downloadExport, { id }), fileName)
}
