import { pathOf } from '../../core/http/endpoint.ts'
import { http } from '../../core/browser/http-client.web.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import type { Consequences } from '../../ui/resource/record-tools.tsx'
import type { UsedBy } from './record.endpoints.ts'
import { usedByEndpoint } from './record.endpoints.ts'
import { usedByWords } from './use-labels.ts'

/** What deleting a record or putting it away would mean, in words. */
export async function consequencesOf(
  resource: AnyResource,
  id: number,
  resources: readonly AnyResource[],
): Promise<Consequences> {
  const { data } = await http.request('GET', pathOf(usedByEndpoint(resource), { id }))
  // Edge: the endpoint's own schema is what the server answers by.
  const { deletion, ...used } = data as UsedBy
  const words = usedByWords(used, resources)
  if (deletion?.asksSuccessor) return { uses: words, refusal: null, asksSuccessor: true }
  return {
    uses: words,
    refusal: deletion?.isPossible === false ? [words, deletion.why].filter(Boolean).join(' ') : null,
  }
}
