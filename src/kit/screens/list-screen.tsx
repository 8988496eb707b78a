import { ActionIcon, Button, CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconLayoutSidebarRight, IconPlus, IconSearch } from '@tabler/icons-react'
import type { ComponentType, ReactNode, RefObject } from 'react'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { ColumnMenu } from '../../ui/data-grid/column-menu.tsx'
import { DataGrid } from '../../ui/data-grid/data-grid.tsx'
import type { GridColumn } from '../../ui/data-grid/grid-column.web.ts'
import { useGridLayout } from '../../ui/data-grid/use-grid-layout.web.ts'
import { useNavigateTo } from '../../ui/navigation.tsx'
import { usePage } from '../../ui/page-context.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { bulkShortcut, peekShortcut, rowsShortcut, selectShortcut, useShortcut } from '../../ui/shortcuts.web.ts'
import { t } from '../language.ts'
import type { Filter } from '../list-query.ts'
import type { AnyResource } from '../resource.ts'
import { inSentence } from '../resource.ts'
import { useAddressColumns } from './address-columns.web.ts'
import type { AnyRecord, Page } from './client.web.ts'
import { useRows } from './client.web.ts'
import { FilterBar } from './filter-bar.tsx'
import { gridColumns, gridFilters, keysNeeded, sortedQuickly } from './list-columns.tsx'
import classes from './list.module.css'
import type { ListState } from './list-state.web.ts'
import { useListState } from './list-state.web.ts'
import { ListTool } from './list-tool.web.ts'
import { Pagination } from './pagination.tsx'
import { usePeek } from './peek.web.ts'
import { useRecordPaths } from './record-paths.tsx'
import { useListViews } from './saved-views.web.ts'
import { useScreenParts } from './screen-parts.web.ts'
import { Failure } from './states.tsx'

export interface ListScreenProps {
  /** The resource that the list is of. */
  of: AnyResource
  /** Narrows the list for good: `{ kind: 'event' }`. Keep it stable (module scope). */
  where?: Filter
  /** The columns shown at first, where the definition's are not the right ones for this list. Keep stable. */
  columns?: readonly string[]
  /** Cells of the area's own, by key, of plain elements. Keep stable. */
  cells?: Readonly<Record<string, (record: AnyRecord) => ReactNode>>
  /** Least widths of such cells, in px. Keep stable. */
  widths?: Readonly<Record<string, number>>
  /** The page that a row opens, by its name in the sitemap; `update` unless told. Keep stable. */
  opens?: string | ((record: AnyRecord) => string)
  /** What is shown of a record beside the list, in place of its fields. Lazy, as most visits peek at nothing. */
  peek?: ComponentType<{ id: number }>
  /** Keys that cells of the area's own or `opens` read besides the columns. Keep stable. */
  needs?: readonly string[]
  /** Buttons beside the title. */
  actions?: ReactNode
  /** The rows in another form than a grid. */
  instead?: ((rows: readonly AnyRecord[]) => ReactNode) | undefined
  /** Commands of the list's own for the rows that are selected, besides those that every resource has. */
  bulkActions?: (selected: readonly AnyRecord[], clear: () => void) => ReactNode
  /** These commands are those that the definition names too, drawn by what the rows allow. */
  replacesActions?: boolean
}

const everywhere: Filter = {}
const none: readonly never[] = []
const ListNewsButton = lazy(async () => ({ default: (await import('./list-news.tsx')).ListNewsButton }))
const PeekPanel = lazy(async () => ({ default: (await import('./peek-panel.tsx')).PeekPanel }))

/** A list by its definition alone: search, filters, sorting, pages and columns, all of it in the address. */
export function ListScreen({ of: resource, where = everywhere, columns: shown, cells, widths, opens = 'update', peek: peekBody, needs, actions, instead, bulkActions, replacesActions = false }: ListScreenProps) {
  const { mayWrite, screen } = usePage()
  const paths = useRecordPaths()
  const parts = useScreenParts()
  const navigateTo = useNavigateTo()
  const state = useListState(resource, where)
  const fixed = useMemo(() => new Set(Object.keys(where)), [where])
  const columns = useMemo(() => gridColumns(resource, shown ?? resource.list.columns, cells, widths), [resource, shown, cells, widths])
  const ownLayout = useGridLayout(screen, columns as readonly GridColumn<never>[])
  const { layout, text: columnsText } = useAddressColumns(ownLayout, columns as readonly GridColumn<never>[])
  const views = useListViews(resource)
  const fields = useMemo(() => keysNeeded(resource, [...columns.map(({ id }) => id).filter((id) => layout.isShown(id)), ...needs ?? []]), [resource, columns, layout, needs])
  const { data, error, isFetching, isPlaceholderData, refetch } = useRows(resource, { ...state.query, fields }, !views.isPassing)
  const isCapped = data?.totalKind === 'capped'
  const gridded = useMemo(() => (isCapped ? sortedQuickly(resource, columns) : columns), [resource, columns, isCapped])
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set())
  const rows = data?.rows as readonly AnyRecord[] | undefined
  const selected = useMemo(() => (rows ?? []).filter(({ id }) => selection.has(String(id))), [rows, selection])
  const create = mayWrite && resource.operations.includes('create') ? paths(resource.name, 'create') : null
  const open = (row: AnyRecord) => paths(resource.name, typeof opens === 'string' ? opens : opens(row), row.id)
  const hasRows = rows !== undefined && rows.length > 0
  const isNarrowed = state.q !== '' || Object.keys(state.filter).length > 0
  const first = rows?.[0]
  const peek = usePeek(resource, rows)
  const mayEdit = mayWrite && hasRows && resource.operations.includes('update')
  const mayPeek = resource.operations.includes('read')
  const peekSome = () => peek.show(peek.id === null ? first?.id ?? null : null)
  useShortcut(peekShortcut, peekSome, mayPeek)
  useShortcut(rowsShortcut, () => focusOn('[data-row-id][tabindex="0"]'), hasRows)
  const maySelect = bulkActions !== undefined || (mayWrite && resource.operations.some((operation) => operation === 'update' || operation === 'delete'))
  const select = (chosen: readonly AnyRecord[]) => setSelection(new Set(chosen.map(({ id }) => String(id))))
  useShortcut(bulkShortcut, () => focusOn('#bulk-commands button'), selected.length > 0)
  useShortcut(selectShortcut, () => select(rows ?? []), maySelect && hasRows)
  const peeked = rows?.find(({ id }) => id === peek.id)
  return (
    <PageFrame
      subtitle={<parts.Views resource={resource} views={views} columns={columnsText} />}
      actions={<>
        {actions}
        {create && <Button component="a" href={create} leftSection={<IconPlus size={15} aria-hidden />}>{t('New {one}', { one: inSentence(t(resource.label[0])) })}</Button>}
      </>}
    >
      <div className={classes['toolbar']}>
        <SearchBox state={state} what={inSentence(t(resource.label[1]))} />
        <FilterBar of={resource} state={state} fixed={fixed} />
        <div className={classes['toolbarEnd']}>
          <Suspense><ListNewsButton of={resource} query={{ ...state.query, fields }} page={data as Page<AnyRecord> | undefined} /></Suspense>
          {mayPeek && (
            <ActionIcon variant="default" size={30} aria-label={t('Peek')} aria-pressed={peek.id !== null} title={t('Peek at rows beside the list (Space on a row)')} onClick={peekSome}>
              <IconLayoutSidebarRight size={16} aria-hidden />
            </ActionIcon>
          )}
          <ListTool of={resource} query={state.query} columns={layout.order.filter((id) => layout.isShown(id))} total={data?.total ?? null} isCapped={isCapped} />
          <ColumnMenu columns={columns} layout={layout} />
        </div>
      </div>
      {maySelect && selected.length > 0 && (
        <Suspense>
          <parts.Selection
            of={resource} query={state.query} rows={rows ?? []} selected={selected} total={data?.total ?? null} isCapped={isCapped}
            commands={bulkActions?.(selected, () => select([]))} replacesActions={replacesActions} select={select}
          />
        </Suspense>
      )}
      {instead && hasRows ? instead(rows) : <DataGrid
        name={screen} label={t(resource.label[1])} columns={gridded} layout={layout} rows={rows} rowId={({ id }) => String(id)} processing="server"
        busy={isFetching && isPlaceholderData} skeletonRows={Math.min(state.size, 25)}
        error={error && !hasRows ? <Failure error={error} onRetry={() => void refetch()} what={t(resource.label[1])} /> : undefined}
        empty={<Empty resource={resource} isNarrowed={isNarrowed} onClear={state.clearFilters} create={create} />}
        sort={state.sort} onSortChange={({ column, direction }) => state.setSort(direction && { column, direction })}
        filters={gridFilters(state.filter)} onFilterChange={({ column, values }) => state.setCondition(column, values.length === 0 ? null : values)}
        {...(mayEdit && { overlay: (within: RefObject<HTMLElement | null>) => <Suspense><parts.CellEditing of={resource} rows={rows ?? none} within={within} /></Suspense> })}
        {...(mayPeek && { onPeek: peek.toggle, onRowFocus: peek.follow, onCurrentChange: peek.follow })}
        {...(peek.id !== null && { current: String(peek.id) })}
        selectable={maySelect} selection={selection} onSelectionChange={setSelection}
        {...(first && open(first) !== null && { rowHref: (row: AnyRecord) => open(row) ?? '', onOpen: (row: AnyRecord) => navigateTo(open(row) ?? '') })}
      />}
      {mayPeek && peek.id !== null && (
        <Suspense><PeekPanel of={resource} id={peek.id} peek={peek} href={peeked ? open(peeked) : null} body={peekBody} /></Suspense>
      )}
      <Pagination state={state} total={data?.total ?? null} isCapped={isCapped} found={rows?.length ?? 0} />
    </PageFrame>
  )
}

function focusOn(selector: string): void {
  document.querySelector<HTMLElement>(selector)?.focus()
}

/** Waits this long after the last key before it searches, in milliseconds. */
const searchDelay = 200

function SearchBox({ state, what }: { state: ListState; what: string }) {
  const [text, setText] = useState(state.q)
  const search = useDebouncedCallback((value: string) => state.setQ(value), searchDelay)
  // Back and Clear all change the search from outside.
  useEffect(() => setText(state.q), [state.q])
  return (
    <TextInput
      type="search" role="searchbox" aria-label={t('Search')} placeholder={t('Search {what}', { what })} className={classes['search'] ?? ''} value={text}
      leftSection={<IconSearch size={15} aria-hidden />} onChange={(event) => {
        setText(event.currentTarget.value)
        search(event.currentTarget.value)
      }}
      rightSection={text !== '' && <CloseButton size="xs" aria-label={t('Clear search')} onClick={() => {
        setText('')
        state.setQ('')
      }} />}
    />
  )
}

function Empty({ resource, isNarrowed, onClear, create }: { resource: AnyResource; isNarrowed: boolean; onClear: () => void; create: string | null }) {
  const [one, many] = resource.label
  if (isNarrowed) {
    return (
      <div className={classes['empty']}>
        <p>{t('No {many} match what you are looking for.', { many: inSentence(t(many)) })}</p>
        <Button variant="default" onClick={onClear}>{t('Clear search and filters')}</Button>
      </div>
    )
  }
  return (
    <div className={classes['empty']}>
      <p>{t('There are no {many} yet.', { many: inSentence(t(many)) })}</p>
      {create && <Button component="a" href={create}>{t('Create the first {one}', { one: inSentence(t(one)) })}</Button>}
    </div>
  )
}
