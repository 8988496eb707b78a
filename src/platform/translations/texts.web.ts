import type { UseQueryResult } from '@tanstack/react-query'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { pathOf } from '../../core/http/endpoint.ts'
import { http } from '../../core/browser/http-client.web.ts'
import { FailedRequest, isRecord } from '../../core/browser/request-errors.web.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { readMemory, readTextVersions } from './memory.endpoints.ts'
import type { Completeness, TranslatedTexts } from './store/translation.endpoints.ts'
import { textsEndpoint, translateEndpoint, translationsEndpoint } from './store/translation.endpoints.ts'
import type { NewTexts } from './typed-texts.ts'

export interface Languages {
  readonly sourceLocale: string
  readonly sourceName: string
  readonly locales: readonly Completeness[]
}
export interface ReadTexts {
  readonly texts: TranslatedTexts
  readonly etag: string
}

const keyOf = (resource: AnyResource, id: number) => [resource.name, 'texts', id] as const

/** The progress of each language of a record. Read again for each version, because its sources can have changed. */
export function useLanguages(resource: AnyResource, record: AnyRecord): UseQueryResult<Languages> {
  return useQuery({
    queryKey: [...keyOf(resource, record.id), 'all', record.version],
    queryFn: async ({ signal }) =>
      (await http.request('GET', pathOf(translationsEndpoint(resource), { id: record.id }), { signal }))
        .data as Languages,
    placeholderData: keepPreviousData,
  })
}

export function useTexts(resource: AnyResource, record: AnyRecord, locale: string): UseQueryResult<ReadTexts> {
  return useQuery({
    queryKey: [...keyOf(resource, record.id), locale, record.version],
    queryFn: async ({ signal }): Promise<ReadTexts> => {
      const { data, headers } = await http.request('GET', pathOf(textsEndpoint(resource), { id: record.id, locale }), {
        signal,
        quiet: [404],
      })
      return { texts: data as TranslatedTexts, etag: headers.get('ETag') ?? '' }
    },
    // While a newer version of the record loads, the user keeps working with the texts of the older one.
    placeholderData: keepPreviousData,
  })
}

/** The result of saving: the texts now, and whether they had changed since they were read (and so were not written). */
export interface Written {
  readonly isStale: boolean
  readonly now: ReadTexts
}

/**
 * Writes texts based on the version that was read, and refreshes every view of them. Returns the current texts if they
 * have changed in the meantime, rather than throwing.
 */
export function useTranslate(
  resource: AnyResource,
  record: AnyRecord,
  locale: string,
): (texts: NewTexts, etag: string) => Promise<Written> {
  const queries = useQueryClient()
  const take = (data: unknown, headers: Headers): ReadTexts => {
    const now = { texts: data as TranslatedTexts, etag: headers.get('ETag') ?? '' }
    queries.setQueryData([...keyOf(resource, record.id), locale, record.version], now)
    return now
  }
  return async (texts, etag) => {
    try {
      const { data, headers } = await http.request(
        'PUT',
        pathOf(translateEndpoint(resource), { id: record.id, locale }),
        {
          body: { texts },
          headers: { 'If-Match': etag },
          quiet: [409, 412, 422],
        },
      )
      const now = take(data, headers)
      await Promise.all([
        queries.invalidateQueries({ queryKey: keyOf(resource, record.id) }),
        queries.invalidateQueries({ queryKey: [resource.name, 'publication', record.id] }),
        ...[readMemory, readTextVersions].map(({ path }) => queries.invalidateQueries({ queryKey: [path] })),
      ])
      return { isStale: false, now }
    } catch (failure) {
      if (failure instanceof FailedRequest && failure.status === 412 && isRecord(failure.body.current))
        return { isStale: true, now: take(failure.body.current, failure.headers) }
      throw failure
    }
  }
}
