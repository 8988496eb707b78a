import { useRows } from '../../../ui/resource/client.web.ts'
import { useMay } from '../../../core/browser/session.web.ts'
import { cities } from '../../places/geo/cities.ts'

/** The names of the cities in limits. Users who can't read places see the number of cities instead. */
export function useCityTitles(ids: readonly number[]): (id: number) => string | undefined {
  const may = useMay()
  const wanted = [...new Set(ids)].sort((a, b) => a - b).slice(0, 500)
  const { data } = useRows(
    cities,
    { filter: { id: wanted }, range: [0, 499], fields: ['id', cities.title] },
    wanted.length > 0 && may('ui', cities.access.object),
  )
  const titles = new Map(data?.rows.map(({ id, name }) => [id, name]))
  return (id) => titles.get(id)
}
