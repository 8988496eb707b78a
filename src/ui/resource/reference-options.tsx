import type { ComboboxItem, ComboboxParsedItem } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useMemo } from 'react'
import { refKey } from '../../core/resource/fields.ts'
import type { Filter } from '../../core/list/list-query.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { useMay } from '../../core/browser/session.web.ts'
import type { AnyRecord } from './client.web.ts'
import { useRows } from './client.web.ts'

export interface Option {
  readonly value: string
  readonly label: string
}

/** Waits this long after the last key before the server is asked, in milliseconds. */
const searchDelay = 200

interface Found {
  readonly options: readonly Option[]
  /** Hints that distinguish options of the same name, by their value. */
  readonly hints: ReadonlyMap<string, string>
  readonly mayRead: boolean
  readonly isSearching: boolean
  /** The results match the text that is typed now. */
  readonly isSettled: boolean
}

/** The record that a record belongs to, by the first reference that its list shows. */
const ownerOf = (resource: AnyResource) => resource.list.columns.find((key) => resource.fields[key]?.kind === 'ref')

function fieldsOf(resource: AnyResource): string[] {
  const owner = ownerOf(resource)
  return ['id', resource.title, ...(owner === undefined ? [] : [owner])]
}

/** Barcelona is in Spain and in Venezuela: what a record belongs to says which it is, and its id where it is there twice. */
function hintsOf(resource: AnyResource, rows: readonly AnyRecord[]): ReadonlyMap<string, string> {
  const owner = ownerOf(resource)
  const called = Map.groupBy(rows, (row) => row[resource.title])
  const alike = rows.filter((row) => (called.get(row[resource.title])?.length ?? 0) > 1)
  return new Map(
    alike.map((row) => [
      String(row.id),
      [owner === undefined ? undefined : titled(row[refKey(owner)])[0]?.label, `#${row.id}`].filter(Boolean).join(', '),
    ]),
  )
}

/** The chosen options, with a hint on those that share a name; sends no request when none do. */
export function useDistinctTitles(
  resource: AnyResource,
  options: readonly Option[],
  mayRead: boolean,
): (option: Option) => Option {
  const called = Map.groupBy(options, ({ label }) => label)
  const alike = options.filter(({ label }) => (called.get(label)?.length ?? 0) > 1).map(({ value }) => Number(value))
  const { data } = useRows(
    resource,
    { filter: { id: alike }, range: [0, Math.max(0, alike.length - 1)], fields: fieldsOf(resource) },
    mayRead && alike.length > 0,
  )
  const hints =
    alike.length === 0 ? new Map<string, string>() : hintsOf(resource, (data?.rows ?? []) as readonly AnyRecord[])
  return (option) =>
    hints.has(option.value) ? { ...option, label: `${option.label} (${hints.get(option.value)})` } : option
}

/** Finds records by the typed text; sends no request while the list is closed or the user cannot read it. */
export function useOptions(resource: AnyResource, search: string, isOpen: boolean, among: Filter = {}): Found {
  const [q] = useDebouncedValue(search, searchDelay)
  const may = useMay()
  const mayRead = may('ui', resource.access.object)
  const { data, isFetching } = useRows(
    resource,
    {
      q,
      filter: among,
      range: [0, 19],
      fields: fieldsOf(resource),
      sort: [{ field: resource.title, descending: false }],
    },
    isOpen && mayRead,
  )
  const { options, hints } = useMemo(() => {
    const rows = (data?.rows ?? []) as readonly AnyRecord[]
    return {
      options: rows.map((row) => ({ value: String(row.id), label: String(row[resource.title]) })),
      hints: hintsOf(resource, rows),
    }
  }, [data, resource])
  return {
    options,
    hints,
    mayRead,
    isSearching: isFetching,
    isSettled: data !== undefined && !isFetching && q === search,
  }
}

export function hinted(hints: ReadonlyMap<string, string>) {
  return function OptionWithHint({ option }: { option: ComboboxItem }) {
    const hint = hints.get(option.value)
    return hint === undefined ? (
      option.label
    ) : (
      <span>
        {option.label} <small>{hint}</small>
      </span>
    )
  }
}

/** Only what was found, and what could be made: what is chosen already is there for its title. */
export const among =
  (...shown: readonly (readonly Option[])[]) =>
  ({ options: all }: { options: readonly ComboboxParsedItem[] }) =>
    all.filter((option) => 'value' in option && shown.some((list) => list.some(({ value }) => value === option.value)))

export function titled(record: unknown): Option[] {
  if (typeof record !== 'object' || record === null || !('id' in record) || !('title' in record)) return []
  return [{ value: String(record.id), label: String(record.title) }]
}

export function merged(...lists: readonly (readonly Option[])[]): Option[] {
  return [...new Map(lists.flat().map((option) => [option.value, option])).values()]
}
