import { useQuery } from '@tanstack/react-query'
import { pathOf } from '../../core/http/endpoint.ts'
import { formatInstant } from '../../core/i18n/formats.ts'
import { http } from '../../core/browser/http-client.web.ts'
import { t } from '../../core/i18n/language.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import type { Hand } from './record.endpoints.ts'
import { authorshipEndpoint } from './record.endpoints.ts'
import classes from './record-history.module.css'

interface Authorship {
  readonly created: Hand | null
  readonly changed: Hand | null
}

/**
 * Who created a record and who changed it last, on one line. Empty while that is loading and when the server doesn't
 * answer: it blocks nothing.
 */
export function AuthorshipLine({ of: resource, record }: { of: AnyResource; record: AnyRecord }) {
  const path = pathOf(authorshipEndpoint(resource), { id: record.id })
  const { data } = useQuery({
    queryKey: [path, record.version],
    // Edge: the endpoint's own schema is what the server answers by.
    queryFn: async ({ signal }) => (await http.request('GET', path, { signal, quiet: [404] })).data as Authorship,
  })
  if (!data) return null
  return (
    <p className={classes['authorship']}>
      {[
        beginning(data.created, record),
        data.changed &&
          t('Last changed by {who} on {when}.', { who: data.changed.actorName, when: formatInstant(data.changed.at) }),
      ]
        .filter(Boolean)
        .join(' ')}
    </p>
  )
}

function beginning(created: Hand | null, record: AnyRecord): string | null {
  if (created) {
    const said = { who: created.actorName, when: formatInstant(created.at) }
    return created.reason === null
      ? t('Created by {who} on {when}.', said)
      : t('Created by {who} on {when} ({reason}).', { ...said, reason: created.reason })
  }
  const { createdAt, provider } = record as Readonly<Record<string, unknown>>
  if (typeof createdAt !== 'string') return null
  const when = formatInstant(createdAt)
  return hasTitle(provider)
    ? t('Came from {source} on {when}.', { source: provider.title, when })
    : t('In the system since {when}.', { when })
}

function hasTitle(value: unknown): value is { readonly title: string } {
  return typeof value === 'object' && value !== null && 'title' in value && typeof value.title === 'string'
}
