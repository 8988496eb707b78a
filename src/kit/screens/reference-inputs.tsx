import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/ScrollArea.layer.css'
import type { ComboboxItem, ComboboxParsedItem } from '@mantine/core'
import { MultiSelect, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { Suspense, useMemo, useState } from 'react'
import type { FieldOf } from '../fields.ts'
import { refKey } from '../fields.ts'
import { t } from '../language.ts'
import type { Filter } from '../list-query.ts'
import type { AnyResource } from '../resource.ts'
import { inSentence } from '../resource.ts'
import { useMay } from '../session.web.ts'
import type { AnyRecord } from './client.web.ts'
import { useRows } from './client.web.ts'
import type { InputProps } from './input-props.ts'
import { common } from './input-props.ts'
import { useFirstMatch } from './first-match.web.ts'
import { useResource } from './resources.tsx'
import { useScreenParts } from './screen-parts.web.ts'

interface Option { readonly value: string; readonly label: string }

/** Waits this long after the last key before the server is asked, in milliseconds. */
const searchDelay = 200

interface Found {
  readonly options: readonly Option[]
  /** What tells options apart that are called the same, by their value. */
  readonly hints: ReadonlyMap<string, string>
  readonly mayRead: boolean
  readonly isSearching: boolean
  /** What was found is by what is typed now. */
  readonly isSettled: boolean
}

/** What a record belongs to, by the first reference that its list shows. */
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
  return new Map(alike.map((row) => [String(row.id), [owner === undefined ? undefined : titled(row[refKey(owner)])[0]?.label, `#${row.id}`].filter(Boolean).join(', ')]))
}

/** What is chosen, told apart where two are called the same; asks nothing where none are. */
function useToldApart(resource: AnyResource, options: readonly Option[], mayRead: boolean): (option: Option) => Option {
  const called = Map.groupBy(options, ({ label }) => label)
  const alike = options.filter(({ label }) => (called.get(label)?.length ?? 0) > 1).map(({ value }) => Number(value))
  const { data } = useRows(resource, { filter: { id: alike }, range: [0, Math.max(0, alike.length - 1)], fields: fieldsOf(resource) }, mayRead && alike.length > 0)
  const hints = alike.length === 0 ? new Map<string, string>() : hintsOf(resource, (data?.rows ?? []) as readonly AnyRecord[])
  return (option) => (hints.has(option.value) ? { ...option, label: `${option.label} (${hints.get(option.value)})` } : option)
}

/** Finds records by what is typed; asks nothing while the list is closed or the person may not read it. */
function useOptions(resource: AnyResource, search: string, isOpen: boolean, among: Filter = {}): Found {
  const [q] = useDebouncedValue(search, searchDelay)
  const may = useMay()
  const mayRead = may('ui', resource.access.object)
  const { data, isFetching } = useRows(resource, {
    q, filter: among, range: [0, 19], fields: fieldsOf(resource), sort: [{ field: resource.title, descending: false }],
  }, isOpen && mayRead)
  const { options, hints } = useMemo(() => {
    const rows = (data?.rows ?? []) as readonly AnyRecord[]
    return { options: rows.map((row) => ({ value: String(row.id), label: String(row[resource.title]) })), hints: hintsOf(resource, rows) }
  }, [data, resource])
  return { options, hints, mayRead, isSearching: isFetching, isSettled: data !== undefined && !isFetching && q === search }
}

function hinted(hints: ReadonlyMap<string, string>) {
  return function OptionWithHint({ option }: { option: ComboboxItem }) {
    const hint = hints.get(option.value)
    return hint === undefined ? option.label : <span>{option.label} <small>{hint}</small></span>
  }
}

/** Only what was found, and what could be made: what is chosen already is there for its title. */
const among = (...shown: readonly (readonly Option[])[]) => ({ options: all }: { options: readonly ComboboxParsedItem[] }) => (
  all.filter((option) => 'value' in option && shown.some((list) => list.some(({ value }) => value === option.value))))

function titled(record: unknown): Option[] {
  if (typeof record !== 'object' || record === null || !('id' in record) || !('title' in record)) return []
  return [{ value: String(record.id), label: String(record.title) }]
}

function merged(...lists: readonly (readonly Option[])[]): Option[] {
  return [...new Map(lists.flat().map((option) => [option.value, option])).values()]
}

/** What is chosen to make a new record; no record has such an id. */
const newOne = 'new'

interface Creation {
  /** Offered after what was found, where nothing is called that already. */
  readonly options: readonly Option[]
  readonly dialog: ReactNode
  begin(): void
}

/** Makes the record that a search did not find, in a dialog over the form, for those who may. */
function useCreation(resource: AnyResource, search: string, found: readonly Option[], isSettled: boolean, onCreated: (option: Option) => void): Creation {
  const may = useMay()
  const { Creation: Dialog } = useScreenParts()
  const [title, setTitle] = useState<string | null>(null)
  const typed = search.trim()
  const isOffered = resource.operations.includes('create') && may('write', resource.access.object)
    && typed !== '' && isSettled && !found.some(({ label }) => label.toLowerCase() === typed.toLowerCase())
  return {
    options: isOffered ? [{ value: newOne, label: t('Create {one} “{typed}”', { one: inSentence(t(resource.label[0])), typed }) }] : [],
    begin: () => setTitle(typed),
    dialog: title !== null && (
      <Suspense>
        <Dialog
          of={resource} title={title} onClose={() => setTitle(null)}
          onCreated={(record) => {
            setTitle(null)
            onCreated({ value: String(record.id), label: String(record[resource.title]) })
          }}
        />
      </Suspense>
    ),
  }
}

/** Picks one record by searching for it. Whoever may not read the other area sees the title and cannot change it. */
export function ReferenceInput({ field, ...props }: InputProps & { field: FieldOf['ref'] }) {
  const resource = useResource(field.to)
  const [search, setSearch] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [picked, setPicked] = useState<readonly Option[]>([])
  const [isDropped, setDropped] = useState(false)
  const { options, hints, mayRead, isSearching, isSettled } = useOptions(resource, search, isOpen, props.among)
  const known = merged(titled(props.record?.[refKey(props.name)]), picked, options)
  const settings = common(field, props)
  const creation = useCreation(resource, search, known, isOpen && !isSearching, (option) => {
    setPicked([option])
    props.onChange(Number(option.value))
  })
  const title = known.find(({ value }) => value === String(props.value))?.label ?? ''
  const first = useFirstMatch({
    search, isSettled, isTyped: isDropped && search.trim() !== '' && search !== title, hasMatch: options.length > 0,
    choose() {
      const [option] = options
      if (!option) return
      setPicked([option])
      setDropped(false)
      props.onChange(Number(option.value))
    },
  })
  return <>
    <Select
      {...settings} {...first} searchable openOnFocus={false} clearable={!field.required} value={props.value === null || props.value === undefined ? null : String(props.value)}
      data={[...known, ...creation.options]} filter={among(options, creation.options)} renderOption={hinted(hints)}
      onSearchChange={setSearch} dropdownOpened={isDropped} onDropdownClose={() => setDropped(false)} onDropdownOpen={() => {
        setOpen(true)
        setDropped(true)
      }} nothingFoundMessage={isSearching ? t('Searching…') : t('Nothing found')}
      readOnly={props.readOnly || !mayRead}
      description={mayRead ? settings.description : t('You may not read {many}, so this cannot be changed here.', { many: inSentence(t(resource.label[1])) })}
      onChange={(value, option) => {
        if (value === newOne) return creation.begin()
        setPicked(option ? [{ value: option.value, label: option.label }] : [])
        props.onChange(value === null ? null : Number(value))
      }}
    />
    {creation.dialog}
  </>
}

/** Picks any number of records. */
export function ReferencesInput({ field, ...props }: InputProps & { field: FieldOf['refs'] }) {
  const resource = useResource(field.to)
  const [search, setSearch] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [picked, setPicked] = useState<readonly Option[]>([])
  const { options, hints, mayRead, isSearching, isSettled } = useOptions(resource, search, isOpen)
  const stored = props.record?.[refKey(props.name)]
  const known = merged((Array.isArray(stored) ? stored : []).flatMap(titled), picked, options)
  const chosen = Array.isArray(props.value) ? props.value.map(String) : []
  const toldApart = useToldApart(resource, known.filter(({ value }) => chosen.includes(value)), mayRead)
  const settings = common(field, props)
  const creation = useCreation(resource, search, known, isOpen && !isSearching, (option) => {
    setPicked([...known.filter(({ value }) => chosen.includes(value)), option])
    props.onChange([...chosen.map(Number), Number(option.value)])
  })
  const fresh = options.filter(({ value }) => !chosen.includes(value))
  const first = useFirstMatch({
    search, isSettled, isTyped: search.trim() !== '', hasMatch: fresh.length > 0,
    choose() {
      const [option] = fresh
      if (!option) return
      setPicked([...known.filter(({ value }) => chosen.includes(value)), option])
      setSearch('')
      props.onChange([...chosen.map(Number), Number(option.value)])
    },
  })
  return <>
    <MultiSelect
      {...settings} {...first} searchable openOnFocus={false} clearable hidePickedOptions data={[...known.map(toldApart), ...creation.options]} filter={among(options, creation.options)} renderOption={hinted(hints)}
      value={chosen} searchValue={search} onSearchChange={setSearch} onDropdownOpen={() => setOpen(true)}
      nothingFoundMessage={isSearching ? t('Searching…') : t('Nothing found')} readOnly={props.readOnly || !mayRead}
      description={mayRead ? settings.description : t('You may not read {many}, so this cannot be changed here.', { many: inSentence(t(resource.label[1])) })}
      onChange={(values) => {
        if (values.includes(newOne)) return creation.begin()
        // What was picked is kept by title, because the next search no longer finds it.
        setPicked(known.filter((option) => values.includes(option.value)))
        props.onChange(values.map(Number))
      }}
    />
    {creation.dialog}
  </>
}
