import { useMemo } from 'react'
import { useRouteQuery } from '../../ui/navigation.tsx'
import { pageSize } from './queue.endpoints.ts'

interface QueueFilters {
  readonly locale: string
  readonly resource: string
  readonly field: string
  readonly status: string
  readonly assignee: string
  readonly translator: string
  readonly q: string
}

export interface QueueState {
  readonly filters: QueueFilters
  readonly offset: number
  /** The record that is being translated, such as `cities:12`. */
  readonly open: string | null
  /** How the calls want it: empty values left out. */
  readonly query: Readonly<Record<string, string>>
  narrow(change: Partial<QueueFilters>): void
  goTo(offset: number): void
  /** Opens the texts of a record in a language, at one of them. */
  edit(record: string | null, locale?: string, field?: string): void
}

/** The queue's state is all in the address. `locale` there is the language of the editor, as on every form. */
export function useQueueState(): QueueState {
  const [query, setQuery] = useRouteQuery()
  const {
    in: locale = '',
    of: resource = '',
    field = '',
    status = '',
    for: assignee = '',
    by: translator = '',
    q = '',
    offset: from = '0',
    edit = '',
  } = query
  return useMemo(() => {
    const filters = { locale, resource, field, status, assignee, translator, q }
    const offset = /^[0-9]{1,4}$/.test(from) ? Math.floor(Number(from) / pageSize) * pageSize : 0
    return {
      filters,
      offset,
      open: edit === '' ? null : edit,
      query: Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== '')),
      narrow: (change) =>
        setQuery({
          in: change.locale ?? locale,
          of: change.resource ?? resource,
          status: change.status ?? status,
          for: change.assignee ?? assignee,
          by: change.translator ?? translator,
          q: change.q ?? q,
          offset: null,
          field: change.field ?? (change.resource === undefined ? field : null),
        }),
      goTo: (next) => setQuery({ offset: next === 0 ? null : next }),
      edit: (record, language, at) =>
        setQuery({
          edit: record,
          locale: record === null ? null : (language ?? null),
          at: record === null ? null : (at ?? null),
        }),
    }
  }, [locale, resource, field, status, assignee, translator, q, from, edit, setQuery])
}
