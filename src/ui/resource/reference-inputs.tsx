import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/ScrollArea.layer.css'
import { MultiSelect, Select } from '@mantine/core'
import { IconArrowUpRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Suspense, useState } from 'react'
import type { FieldOf } from '../../core/resource/fields.ts'
import { refKey } from '../../core/resource/fields.ts'
import { t } from '../../core/i18n/language.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { inSentence } from '../../core/resource/resource.ts'
import { useMay } from '../../core/browser/session.web.ts'
import { useListDrawnOnFocus } from '../drawn-on-focus.web.ts'
import type { InputProps } from './input-props.ts'
import { common } from './input-props.ts'
import { useRecordPage } from './record-link.tsx'
import classes from './reference-inputs.module.css'
import { useFirstMatch } from './first-match.web.ts'
import { useResource } from './resources.tsx'
import { useScreenParts } from './screen-parts.web.ts'
import type { Option } from './reference-options.tsx'
import { useDistinctTitles, useOptions, titled, hinted, among, merged } from './reference-options.tsx'

/** The value of the option that creates a record; no record has such an id. */
const newOne = 'new'

interface Creation {
  /** Offered after what was found, where nothing is called that already. */
  readonly options: readonly Option[]
  readonly dialog: ReactNode
  begin(): void
}

/** Creates the record that a search did not find, in a dialog over the form, for users who can. */
function useCreation(
  resource: AnyResource,
  search: string,
  found: readonly Option[],
  isSettled: boolean,
  onCreated: (option: Option) => void,
): Creation {
  const may = useMay()
  const { Creation: Dialog } = useScreenParts()
  const [title, setTitle] = useState<string | null>(null)
  const typed = search.trim()
  const isOffered =
    resource.operations.includes('create') &&
    may('write', resource.access.object) &&
    typed !== '' &&
    isSettled &&
    !found.some(({ label }) => label.toLowerCase() === typed.toLowerCase())
  return {
    options: isOffered
      ? [{ value: newOne, label: t('Create {one} “{typed}”', { one: inSentence(t(resource.label[0])), typed }) }]
      : [],
    begin: () => setTitle(typed),
    dialog: title !== null && (
      <Suspense>
        <Dialog
          of={resource}
          title={title}
          onClose={() => setTitle(null)}
          onCreated={(record) => {
            setTitle(null)
            onCreated({ value: String(record.id), label: String(record[resource.title]) })
          }}
        />
      </Suspense>
    ),
  }
}

/** Picks one record by searching for it. Users who cannot read the other area see the title and cannot change it. */
export function ReferenceInput({ field, ...props }: InputProps & { field: FieldOf['ref'] }) {
  const resource = useResource(field.to)
  const [search, setSearch] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [picked, setPicked] = useState<readonly Option[]>([])
  const [isDropped, setDropped] = useState(false)
  const { options, hints, mayRead, isSearching, isSettled } = useOptions(resource, search, isOpen, props.among)
  const known = merged(titled(props.record?.[refKey(props.name)]), picked, options)
  const settings = { ...common(field, props), ...useListDrawnOnFocus() }
  // A new record is rarely one of the few to choose among, such as those that are on sale.
  const canCreate = isOpen && isSettled && (props.canBeNew ?? props.among === undefined)
  const creation = useCreation(resource, search, known, canCreate, (option) => {
    setPicked([option])
    props.onChange(Number(option.value))
  })
  const title = known.find(({ value }) => value === String(props.value))?.label ?? ''
  const page = useRecordPage(field.to, typeof props.value === 'number' ? props.value : null)
  const first = useFirstMatch({
    search,
    isSettled,
    isTyped: isDropped && search.trim() !== '' && search !== title,
    hasMatch: options.length > 0,
    choose() {
      const [option] = options
      if (!option) return
      setPicked([option])
      setDropped(false)
      props.onChange(Number(option.value))
    },
  })
  return (
    <div className={classes['reference']}>
      <Select
        {...settings}
        {...first}
        searchable
        openOnFocus={false}
        clearable={!field.required}
        value={props.value === null || props.value === undefined ? null : String(props.value)}
        data={[...known, ...creation.options]}
        filter={among(options, creation.options)}
        renderOption={hinted(hints)}
        onSearchChange={setSearch}
        dropdownOpened={isDropped}
        onDropdownClose={() => setDropped(false)}
        onDropdownOpen={() => {
          setOpen(true)
          setDropped(true)
        }}
        nothingFoundMessage={isSearching ? t('Searching…') : t('Nothing found')}
        readOnly={props.readOnly || !mayRead}
        description={
          mayRead
            ? settings.description
            : t('You can’t see {many}, so this can’t be changed here.', { many: inSentence(t(resource.label[1])) })
        }
        onChange={(value, option) => {
          if (value === newOne) return creation.begin()
          setPicked(option ? [{ value: option.value, label: option.label }] : [])
          props.onChange(value === null ? null : Number(value))
        }}
      />
      {page !== null && title !== '' && (
        <a
          className={classes['open']}
          href={page}
          aria-label={t('Open {title}', { title })}
          title={t('Open {title}', { title })}
        >
          <IconArrowUpRight size={16} aria-hidden />
        </a>
      )}
      {creation.dialog}
    </div>
  )
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
  const distinct = useDistinctTitles(
    resource,
    known.filter(({ value }) => chosen.includes(value)),
    mayRead,
  )
  const settings = { ...common(field, props), ...useListDrawnOnFocus() }
  const creation = useCreation(resource, search, known, isOpen && isSettled, (option) => {
    setPicked([...known.filter(({ value }) => chosen.includes(value)), option])
    props.onChange([...chosen.map(Number), Number(option.value)])
  })
  const fresh = options.filter(({ value }) => !chosen.includes(value))
  const first = useFirstMatch({
    search,
    isSettled,
    isTyped: search.trim() !== '',
    hasMatch: fresh.length > 0,
    choose() {
      const [option] = fresh
      if (!option) return
      setPicked([...known.filter(({ value }) => chosen.includes(value)), option])
      setSearch('')
      props.onChange([...chosen.map(Number), Number(option.value)])
    },
  })
  return (
    <>
      <MultiSelect
        {...settings}
        {...first}
        searchable
        openOnFocus={false}
        clearable
        hidePickedOptions
        data={[...known.map(distinct), ...creation.options]}
        filter={among(options, creation.options)}
        renderOption={hinted(hints)}
        value={chosen}
        searchValue={search}
        onSearchChange={setSearch}
        onDropdownOpen={() => setOpen(true)}
        nothingFoundMessage={isSearching ? t('Searching…') : t('Nothing found')}
        readOnly={props.readOnly || !mayRead}
        description={
          mayRead
            ? settings.description
            : t('You can’t see {many}, so this can’t be changed here.', { many: inSentence(t(resource.label[1])) })
        }
        onChange={(values) => {
          if (values.includes(newOne)) return creation.begin()
          // The chosen record is kept by title, because the next search no longer finds it.
          setPicked(known.filter((option) => values.includes(option.value)))
          props.onChange(values.map(Number))
        }}
      />
      {creation.dialog}
    </>
  )
}
