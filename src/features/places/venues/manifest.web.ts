import { useQueryClient } from '@tanstack/react-query'
import { t } from '../../../core/i18n/language.ts'
import { FailedRequest } from '../../../core/browser/request-errors.web.ts'
import { useAnswer, useCommand, useRows } from '../../../ui/resource/client.web.ts'
import { toast } from '../../../ui/toast-store.web.ts'
import type { Manifest, Section } from './manifest.ts'
import { publishManifest, readManifest } from './manifest.ts'
import { readMapCoverage } from './map-coverage.ts'
import { refreshMapCoverage } from './map-coverage.web.ts'
import { venueConfigurations } from './venue-configurations.ts'
import { venues } from './venues.ts'

const refresh = [venueConfigurations, venues] as const

/** The configurations of a venue by name, the first of which is shown first. */
export function useConfigurations(venueId: number, enabled = true) {
  return useRows(
    venueConfigurations,
    { filter: { venueId }, sort: [{ field: 'name', descending: false }], range: [0, 99] },
    enabled,
  )
}

/** Whether the map of a venue, or what its listings make of it, is still on its way. Null without a venue. */
export function useMapWaiting(venueId: number | null): boolean {
  const id = venueId ?? 0
  const configurations = useConfigurations(id, venueId !== null)
  const first = configurations.data?.rows[0]?.id
  const manifest = useAnswer(readManifest, { params: { id: first ?? 0 }, enabled: first !== undefined })
  const coverage = useAnswer(readMapCoverage, { params: { id }, enabled: venueId !== null, quiet: [404] })
  return [configurations, manifest, coverage].some(({ isLoading }) => isLoading)
}

/** Publishes a change of a manifest. Answers with what was wrong, in a sentence; null when it is published. */
export type Publish = (change: { sections: readonly Section[]; map?: Manifest['map'] }) => Promise<string | null>

/** The manifest of a venue's configuration, and a function to publish a new one. */
export function useManifest(id: number, venueId: number) {
  const queries = useQueryClient()
  const { data, error, refetch } = useAnswer(readManifest, { params: { id } })
  const publishing = useCommand(publishManifest, { refresh, quiet: [412, 422] })

  const publish: Publish = async ({ sections, map }) => {
    if (!data) return null
    try {
      await publishing.mutateAsync({
        params: { id },
        input: { version: data.version, sections: [...sections], ...(map !== undefined && { map }) },
      })
      await Promise.all([refetch(), refreshMapCoverage(queries, venueId)])
      toast.success(t('Manifest of {name} published', { name: data.name }))
      return null
    } catch (failure) {
      if (!(failure instanceof FailedRequest)) return t('The server isn’t responding. Check your connection.')
      if (failure.status === 412) await refetch()
      return failure.message
    }
  }
  return { data, error, refetch, publish, isPublishing: publishing.isPending }
}
