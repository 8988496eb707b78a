import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { http } from '../../core/browser/http-client.web.ts'
import type { Condition, Filter } from '../../core/list/list-query.ts'
import { listParams } from '../../core/list/list-query.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { basePathOf, fieldOf } from '../../core/resource/resource.ts'
import { useMay } from '../../core/browser/session.web.ts'
import type { AnyRecord } from './client.web.ts'
import { useLoadResources } from './resources.tsx'

/** How long a title is taken to be still right, in milliseconds. */
const fresh = 60_000

export interface ReferenceTitles {
  /** False while some are on their way. */
  readonly areKnown: boolean
  /** A record's title; its number where it is gone or the user cannot read it. */
  readonly titleOf: (resource: string, id: number) => string
}

/** The titles of the records that a filter names: one call for each resource, however many records. */
export function useReferenceTitles(resource: AnyResource, filter: Filter): ReferenceTitles {
  const load = useLoadResources()
  const may = useMay()
  const wanted = [...idsIn(resource, filter)]
  const { data, isLoading, isPlaceholderData } = useQuery({
    queryKey: ['titles', wanted],
    staleTime: fresh,
    placeholderData: keepPreviousData,
    retry: false,
    enabled: wanted.length > 0,
    async queryFn({ signal }) {
      const resources = await load()
      const found = await Promise.all(
        wanted.map(([name, ids]) =>
          titlesOf(
            resources.find((one) => one.name === name),
            ids,
            signal,
          ),
        ),
      )
      return new Map(found.flat())
    },
  })

  async function titlesOf(
    to: AnyResource | undefined,
    ids: readonly number[],
    signal: AbortSignal,
  ): Promise<[string, string][]> {
    if (!to || !may('ui', to.access.object)) return []
    try {
      // A title is optional: without it the chip shows the number, and the user is not interrupted.
      const { data: records } = await http.request('GET', basePathOf(to), {
        params: listParams({ filter: { id: ids }, fields: ['id', to.title] }),
        signal,
        quiet: 'everything',
      })
      return (records as AnyRecord[]).map((record) => [`${to.name} ${record.id}`, String(record[to.title])])
    } catch {
      return []
    }
  }

  const isWaiting = isLoading || isPlaceholderData
  return { areKnown: !isWaiting, titleOf: (name, id) => data?.get(`${name} ${id}`) ?? (isWaiting ? '…' : `#${id}`) }
}

function idsIn(resource: AnyResource, filter: Filter): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, readonly number[]>()
  for (const [key, condition] of Object.entries(filter)) {
    const field = fieldOf(resource, key)
    if (!field || !('to' in field)) continue
    const ids = [...(found.get(field.to) ?? []), ...namedIn(condition)]
    if (ids.length > 0)
      found.set(
        field.to,
        [...new Set(ids)].sort((a, b) => a - b),
      )
  }
  return found
}

function namedIn(condition: Condition): number[] {
  const isPlain = typeof condition !== 'object' || Array.isArray(condition)
  const { is, not } = (isPlain ? { is: condition } : condition) as { is?: unknown; not?: unknown }
  return [is, not].flat().filter((id): id is number => Number.isSafeInteger(id))
}
