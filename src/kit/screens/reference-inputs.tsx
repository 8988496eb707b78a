import { MultiSelect, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useMemo, useState } from 'react'
import type { FieldOf } from '../fields.ts'
import { refKey } from '../fields.ts'
import type { AnyResource } from '../resource.ts'
import { inSentence } from '../resource.ts'
import { useMay } from '../session.web.ts'
import type { AnyRecord } from './client.web.ts'
import { useRows } from './client.web.ts'
import type { InputProps } from './input-props.ts'
import { common } from './input-props.ts'
import { useResource } from './resources.tsx'

interface Option { readonly value: string; readonly label: string }

/** Waits this long after the last key before the server is asked, in milliseconds. */
const searchDelay = 200

/** Finds records by what is typed; asks nothing while the list is closed or the person may not read it. */
function useOptions(resource: AnyResource, search: string, isOpen: boolean): { options: readonly Option[]; mayRead: boolean; isSearching: boolean } {
  const [q] = useDebouncedValue(search, searchDelay)
  const may = useMay()
  const mayRead = may('ui', resource.access.object)
  const { data, isFetching } = useRows(resource, {
    q, range: [0, 19], fields: ['id', resource.title], sort: [{ field: resource.title, descending: false }],
  }, isOpen && mayRead)
  const options = useMemo(() => (data?.rows ?? []).map((row) => ({
    value: String((row as AnyRecord).id), label: String((row as AnyRecord)[resource.title]),
  })), [data, resource.title])
  return { options, mayRead, isSearching: isFetching }
}

function titled(record: unknown): Option[] {
  if (typeof record !== 'object' || record === null || !('id' in record) || !('title' in record)) return []
  return [{ value: String(record.id), label: String(record.title) }]
}

function merged(...lists: readonly (readonly Option[])[]): Option[] {
  return [...new Map(lists.flat().map((option) => [option.value, option])).values()]
}

/** Picks one record by searching for it. Whoever may not read the other area sees the title and cannot change it. */
export function ReferenceInput({ field, ...props }: InputProps & { field: FieldOf['ref'] }) {
  const resource = useResource(field.to)
  const [search, setSearch] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [picked, setPicked] = useState<readonly Option[]>([])
  const { options, mayRead, isSearching } = useOptions(resource, search, isOpen)
  const settings = common(field, props)
  return (
    <Select
      {...settings} searchable clearable={!field.required} value={props.value === null || props.value === undefined ? null : String(props.value)}
      data={merged(titled(props.record?.[refKey(props.name)]), picked, options)} filter={({ options: found }) => found}
      onSearchChange={setSearch} onDropdownOpen={() => setOpen(true)} nothingFoundMessage={isSearching ? 'Searching…' : 'Nothing found'}
      readOnly={props.readOnly || !mayRead}
      description={mayRead ? settings.description : `You may not read ${inSentence(resource.label[1])}, so this cannot be changed here.`}
      onChange={(value, option) => {
        setPicked(option ? [{ value: option.value, label: option.label }] : [])
        props.onChange(value === null ? null : Number(value))
      }}
    />
  )
}

/** Picks any number of records. */
export function ReferencesInput({ field, ...props }: InputProps & { field: FieldOf['refs'] }) {
  const resource = useResource(field.to)
  const [search, setSearch] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [picked, setPicked] = useState<readonly Option[]>([])
  const { options, mayRead, isSearching } = useOptions(resource, search, isOpen)
  const stored = props.record?.[refKey(props.name)]
  const known = merged((Array.isArray(stored) ? stored : []).flatMap(titled), picked, options)
  const settings = common(field, props)
  return (
    <MultiSelect
      {...settings} searchable clearable hidePickedOptions data={known} filter={({ options: found }) => found}
      value={Array.isArray(props.value) ? props.value.map(String) : []} onSearchChange={setSearch} onDropdownOpen={() => setOpen(true)}
      nothingFoundMessage={isSearching ? 'Searching…' : 'Nothing found'} readOnly={props.readOnly || !mayRead}
      description={mayRead ? settings.description : `You may not read ${inSentence(resource.label[1])}, so this cannot be changed here.`}
      onChange={(values) => {
        // What was picked is kept by title, because the next search no longer finds it.
        setPicked(known.filter((option) => values.includes(option.value)))
        props.onChange(values.map(Number))
      }}
    />
  )
}
