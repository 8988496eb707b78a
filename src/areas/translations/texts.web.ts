import type { UseQueryResult } from '@tanstack/react-query'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { pathOf } from '../../kit/endpoint.ts'
import { http } from '../../kit/http-client.web.ts'
import type { AnyResource } from '../../kit/resource.ts'
import type { AnyRecord } from '../../kit/screens/client.web.ts'
import type { TranslationStatus } from './translatable.ts'
import type { Completeness, TranslatedTexts } from './translation-calls.ts'
import { textsEndpoint, translateEndpoint, translationsEndpoint } from './translation-calls.ts'

export interface Languages { readonly sourceLocale: string; readonly sourceName: string; readonly locales: readonly Completeness[] }
export interface ReadTexts { readonly texts: TranslatedTexts; readonly etag: string }

const keyOf = (resource: AnyResource, id: number) => [resource.name, 'texts', id] as const

/** How far each language of a record is. Asked anew with each version of it, as its sources may have changed. */
export function useLanguages(resource: AnyResource, record: AnyRecord): UseQueryResult<Languages> {
  return useQuery({
    queryKey: [...keyOf(resource, record.id), 'all', record.version],
    queryFn: async ({ signal }) => (await http.request('GET', pathOf(translationsEndpoint(resource), { id: record.id }), { signal })).data as Languages,
    placeholderData: keepPreviousData,
  })
}

export function useTexts(resource: AnyResource, record: AnyRecord, locale: string): UseQueryResult<ReadTexts> {
  return useQuery({
    queryKey: [...keyOf(resource, record.id), locale, record.version],
    queryFn: async ({ signal }): Promise<ReadTexts> => {
      const { data, headers } = await http.request('GET', pathOf(textsEndpoint(resource), { id: record.id, locale }), { signal, quiet: [404] })
      return { texts: data as TranslatedTexts, etag: headers.get('ETag') ?? '' }
    },
  })
}

export type NewTexts = Readonly<Record<string, { readonly text: string | null; readonly status: TranslationStatus }>>

/** Writes texts on the ground of what was read, and lets whatever shows them look again. */
export function useTranslate(resource: AnyResource, record: AnyRecord, locale: string): (texts: NewTexts, etag: string) => Promise<void> {
  const queries = useQueryClient()
  return async (texts, etag) => {
    await http.request('PUT', pathOf(translateEndpoint(resource), { id: record.id, locale }), {
      body: { texts }, headers: { 'If-Match': etag }, quiet: [409, 412, 422],
    })
    await Promise.all([
      queries.invalidateQueries({ queryKey: keyOf(resource, record.id) }),
      queries.invalidateQueries({ queryKey: [resource.name, 'publication', record.id] }),
    ])
  }
}
