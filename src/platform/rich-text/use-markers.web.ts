import { useQuery } from '@tanstack/react-query'
import { http } from '../../core/browser/http-client.web.ts'
import { t } from '../../core/i18n/language.ts'
import { parseLinkElement } from '../../core/resource/link-marker.ts'
import { useResources } from '../../ui/resource/resources.tsx'
import { useMay } from '../../core/browser/session.web.ts'
import type { FoundRecords } from '../search/search.ts'
import { maxNamed, searchRecords } from '../search/search.ts'
import { recordsNamed, recordsOf } from './marker-targets.ts'

const fresh = 60_000

export interface Markers {
  /** The title of the record that an element leads to; null where that is not known. */
  titleOf(element: string): string | null
  /**
   * Why an element leads nowhere, as a sentence without its end; null when it leads somewhere or that can't be
   * determined.
   */
  faultOf(element: string): string | null
}

/** The targets of link markers, fetched in one call. Targets that the user can't read count as existing. */
export function useMarkers(elements: readonly string[]): Markers {
  const may = useMay()
  const resources = useResources()
  const readable = new Set(
    resources
      .filter(({ operations, access }) => operations.includes('list') && may('ui', access.object))
      .map(({ name }) => name),
  )
  const wanted = recordsNamed(elements)
    .filter((name) => readable.has(name.split(':')[0] ?? ''))
    .slice(0, maxNamed)
  const { data } = useQuery({
    queryKey: [t('link markers'), wanted],
    staleTime: fresh,
    enabled: wanted.length > 0,
    retry: false,
    async queryFn({ signal }) {
      const reply = await http.request('GET', searchRecords.path, {
        params: { records: wanted.join(',') },
        signal,
        quiet: 'everything',
      })
      return new Map(
        (reply.data as FoundRecords).flatMap(({ resource, records }) =>
          records.map(({ id, title }): [string, string] => [`${resource}:${id}`, title]),
        ),
      )
    },
  })

  const namedBy = (element: string) => {
    const target = parseLinkElement(element)
    const [record] = target ? recordsOf(target) : []
    return record && `${record.resource}:${record.id}`
  }
  return {
    titleOf: (element) => data?.get(namedBy(element) ?? '') ?? null,
    faultOf(element) {
      if (parseLinkElement(element) === null) return t('{element} is not a known link', { element })
      const name = namedBy(element)
      return data && name !== undefined && wanted.includes(name) && !data.has(name)
        ? t('{element} not found', { element })
        : null
    },
  }
}
