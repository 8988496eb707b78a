import { useAnswer } from '../../ui/resource/client.web.ts'
import { changesLabel } from './changes-label.ts'
import { listMatchChanges } from './fixture.endpoints.ts'

/** With the number waiting. Details load after the list, as the number does. */
export function MatchChangesLabel() {
  const { data } = useAnswer(listMatchChanges, { staleTime: 30_000 })
  return changesLabel(data?.total ?? 0)
}
