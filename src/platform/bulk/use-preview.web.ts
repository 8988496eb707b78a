import { useEffect, useRef, useState } from 'react'
import { http } from '../../core/browser/http-client.web.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import type { BulkPreview } from './bulk-edits.ts'
import { previewEndpoint } from './bulk-edits.ts'
import type { BulkChange } from './changes.ts'
import type { Preview } from './preview-parts.ts'
import { withPart } from './preview-parts.ts'

/** The records that a bulk edit is of: named, or selected by what their list showed. */
export type Target = { readonly ids: readonly number[] } | { readonly selection: number }
/** Moments, as they travel. */
export interface Plan {
  readonly at?: string
  readonly until?: string
}
export type Work = Target & ({ readonly change: BulkChange } | { readonly action: string } | { readonly plan: Plan })

/** Previews a bulk edit part by part, for as long as the preview is on screen. `error` is why it came to an end before. */
export function usePreview(resource: AnyResource, work: Work, onRefused: (failure: unknown) => void) {
  const [preview, setPreview] = useState<Preview | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [attempt, setAttempt] = useState(0)
  const refused = useRef(onRefused)
  useEffect(() => {
    refused.current = onRefused
  })
  useEffect(() => {
    const stopping = new AbortController()
    async function look(): Promise<void> {
      let known: Preview | null = null
      do {
        const { data } = await http.request('POST', previewEndpoint(resource).path, {
          body: { ...work, from: known === null ? 0 : known.checked },
          signal: stopping.signal,
          quiet: [404, 422],
        })
        if (stopping.signal.aborted) return
        known = withPart(known, data as BulkPreview)
        setPreview(known)
      } while (!known.isDone)
    }
    void look().catch((failure: unknown) => {
      if (stopping.signal.aborted) return
      setError(failure)
      refused.current(failure)
    })
    return () => stopping.abort()
  }, [resource, work, attempt])
  function retry(): void {
    setError(null)
    setPreview(null)
    setAttempt(attempt + 1)
  }
  return { preview, error, retry }
}
