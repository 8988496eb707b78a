import { pathOf } from '../../core/http/endpoint.ts'
import { http } from '../../core/browser/http-client.web.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import type { Consequences } from '../../ui/resource/record-tools.tsx'
import type { DeletionPreview } from '../deletion/deletion.endpoints.ts'
import { deletionPreviewEndpoint } from '../deletion/deletion.endpoints.ts'
import type { UsedBy } from './record.endpoints.ts'
import { usedByEndpoint } from './record.endpoints.ts'
import { usedByWords } from './use-labels.ts'

/** Whether a record could be deleted, and why not. */
export async function previewDeletion(
  resource: AnyResource,
  id: number,
  successorId: number | null,
  signal?: AbortSignal,
): Promise<DeletionPreview> {
  const path = pathOf(deletionPreviewEndpoint(resource), { id })
  return (await http.request('POST', path, { body: { successorId }, ...(signal && { signal }) }))
    .data as DeletionPreview
}

/** What refers to a record, in words; empty where nothing does. */
export async function usesOf(resource: AnyResource, id: number, resources: readonly AnyResource[]): Promise<string> {
  return usedByWords(await readUses(resource, id), resources)
}

async function readUses(resource: AnyResource, id: number): Promise<UsedBy> {
  return (await http.request('GET', pathOf(usedByEndpoint(resource), { id }))).data as UsedBy
}

/** What deleting a record would mean, in words. */
export async function consequencesOf(
  resource: AnyResource,
  id: number,
  resources: readonly AnyResource[],
): Promise<Consequences> {
  const [used, { isPossible, why }] = await Promise.all([readUses(resource, id), previewDeletion(resource, id, null)])
  const words = usedByWords(used, resources)
  if (used.asksSuccessor) return { uses: words, refusal: null, asksSuccessor: true }
  return { uses: words, refusal: isPossible ? null : [words, why].filter(Boolean).join(' ') }
}
