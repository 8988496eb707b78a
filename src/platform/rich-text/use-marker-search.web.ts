import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { http } from '../../core/browser/http-client.web.ts'
import { useMay } from '../../core/browser/session.web.ts'
import { t } from '../../core/i18n/language.ts'
import { useResources } from '../../ui/resource/resources.tsx'
import type { FoundRecords } from '../search/search.ts'
import { searchRecords } from '../search/search.ts'
import { codeOf } from './marker-targets.ts'

const searchDelay = 200

/** A record that a marker can lead to. */
export interface MarkerChoice {
  /** The marker's element: `c-12`. */
  readonly element: string
  readonly title: string
  /** What kind of record it is, and what tells it from others of its name. */
  readonly about: string
}

/** A marker's own words must not end it. */
export const cleanText = (text: string) =>
  text.replace(/:{2,}/g, ':').replaceAll('|element=', ' ').replace(/\s+/g, ' ').trim()

/** The records of a name that the user can see and a marker can lead to; null until there is an answer for it. */
export function useMarkerSearch(name: string): readonly MarkerChoice[] | null {
  const [q] = useDebouncedValue(name.trim(), searchDelay)
  const may = useMay()
  const resources = useResources().filter(
    ({ name: resource, operations, access }) =>
      codeOf(resource) !== null && operations.includes('list') && may('ui', access.object),
  )
  const labels = new Map(resources.map(({ name: resource, label }) => [resource, label[0]]))
  const of = resources.map(({ name: resource }) => resource).join(',')
  const { data } = useQuery({
    queryKey: [t('marker search'), of, q],
    enabled: q !== '' && of !== '',
    queryFn: async ({ signal }) =>
      (await http.request('GET', searchRecords.path, { params: { q, of, limit: '5' }, signal })).data as FoundRecords,
  })
  if (!data || q !== name.trim()) return null
  return data.flatMap(({ resource, records }) =>
    records.map(({ id, title, details }) => ({
      element: `${codeOf(resource)}-${id}`,
      title,
      about: [t(labels.get(resource) ?? resource), ...details.slice(0, 1)].join(' · '),
    })),
  )
}
