import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { ComponentType, ReactNode, RefObject } from 'react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { DataGrid } from '../data-grid/data-grid.tsx'
import type { GridColumn } from '../data-grid/grid-column.web.ts'
import { useGridLayout } from '../data-grid/use-grid-layout.web.ts'
import { copyText } from '../copy-text.web.ts'
import { useNavigateTo, useRouteQuery } from '../navigation.tsx'
import { usePage } from '../page-context.tsx'
import { PageFrame } from '../page-frame.tsx'
import { bulkShortcut, peekShortcut, rowsShortcut, selectShortcut, useShortcut } from '../shortcuts.web.ts'
import { t } from '../../core/i18n/language.ts'
import { fieldsOfColumns, shownColumns } from '../../core/list/list-fields.ts'
import type { Filter } from '../../core/list/list-query.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { inSentence } from '../../core/resource/resource.ts'
import { useAddressColumns } from './address-columns.web.ts'
import type { AnyRecord, Page } from './client.web.ts'
import { useRows } from './client.web.ts'
import { FilterBar } from './filter-bar.tsx'
import { Empty } from './list-empty.tsx'
import { conditionOf, gridColumns, gridFilters, sortedQuickly } from './list-columns.tsx'
import classes from './list.module.css'
import { useListState } from './list-state.web.ts'
import { ListFrame, PageCommands } from './list-frame.tsx'
import { ListOverlay } from './list-overlay.tsx'
import { EndTools } from './list-end-tools.tsx'
import { Pagination } from './pagination.tsx'
import { usePeek } from './peek.web.ts'
import type { RecordPlace } from './record-paths.tsx'
import { pathTo, useRecordPaths } from './record-paths.tsx'
import { useReturnPlace } from './return-place.web.ts'
import { useListViews } from './saved-views.web.ts'
import { useMay } from '../../core/browser/session.web.ts'
import type { ListQuestion, ViewsProps } from './screen-parts.web.ts'
import { useScreenParts } from './screen-parts.web.ts'
import { Failure } from './states.tsx'
import { SearchBox } from './list-search-box.tsx'

export interface ListScreenProps {
  /** The resource that the list is of. */
  of: AnyResource
  /** Narrows the list for good: `{ kind: 'event' }`. Keep it stable (module scope). */
  where?: Filter
  /** Cells of the area's own, by key, of plain elements. Keep stable. */
  cells?: Readonly<Record<string, (record: AnyRecord) => ReactNode>>
  /** Least widths of such cells, in px. Keep stable. */
  widths?: Readonly<Record<string, number>>
  /** The page that a row opens, by its name in the sitemap, or one of another record; `update` by default. Keep stable. */
  opens?: string | ((record: AnyRecord) => string | RecordPlace)
  /** The preview of a record beside the list, in place of its fields. Lazy, because most visits open none. */
  peek?: ComponentType<{ id: number }>
  /** What the list opens with where neither the person nor their role has a choice of their own. Keep stable. */
  opensAs?: Readonly<Record<string, string>>
  /** The views above the list, in place of the usual ones. */
  views?: ComponentType<ViewsProps>
  /** Questions that are asked again and again, each a tab with its count. Keep stable (module scope). */
  questions?: readonly ListQuestion[]
  /** Whether one of these views is named after what the address narrows the list by, which needs no chips then. Keep stable. */
  isNamed?: (route: Readonly<Record<string, string>>) => boolean
  /** Buttons beside the title. */
  actions?: ReactNode
  /** Whether the page scrolls as a whole, for pages with much above the list. */
  flows?: boolean
  /** The rows in another form than a grid. */
  instead?: ((rows: readonly AnyRecord[]) => ReactNode) | undefined
  /** Commands of the list's own for the rows that are selected, besides those that every resource has. */
  bulkActions?: (selected: readonly AnyRecord[], clear: () => void) => ReactNode
  /** These commands are those that the definition names too, drawn by what the rows allow. */
  replacesActions?: boolean
}

const everywhere: Filter = {}
const none: readonly never[] = []
const PeekPanel = lazy(async () => ({ default: (await import('./peek-panel.tsx')).PeekPanel }))

/** A list by its definition alone: search, filters, sorting, pages and columns, all of it in the address. */
export function ListScreen({
  of: resource,
  where = everywhere,
  cells,
  widths,
  opens = 'update',
  peek: peekBody,
  opensAs,
  views: Views,
  questions = none,
  isNamed = (route) => questions.some(({ filter }) => JSON.stringify(filter) === route['filter']),
  actions,
  flows = false,
  instead,
  bulkActions,
  replacesActions = false,
}: ListScreenProps) {
  const { mayWrite, screen } = usePage()
  const paths = useRecordPaths()
  const parts = useScreenParts()
  const ListViews = Views ?? parts.Views
  const may = useMay()
  const navigateTo = useNavigateTo()
  const [route] = useRouteQuery()
  const state = useListState(resource, where)
  const fixed = useMemo(() => new Set(Object.keys(where)), [where])
  const shownHere = useMemo(() => shownColumns(resource), [resource])
  const thumbnail = useMemo(() => parts.thumbnail(may), [parts, may])
  const columns = useMemo(
    () => gridColumns(resource, shownHere, { cells, widths, thumbnail }),
    [resource, shownHere, cells, widths, thumbnail],
  )
  const ownLayout = useGridLayout(screen, columns as readonly GridColumn<never>[])
  const { layout, text: columnsText } = useAddressColumns(ownLayout, columns as readonly GridColumn<never>[])
  const views = useListViews(resource, opensAs)
  const fields = useMemo(
    () =>
      fieldsOfColumns(
        resource,
        columns.map(({ id }) => id).filter((id) => layout.isShown(id)),
      ),
    [resource, columns, layout],
  )
  const { data, error, isFetching, isPlaceholderData, refetch } = useRows(
    resource,
    { ...state.query, fields },
    !views.isPassing,
  )
  const isCapped = data?.totalKind === 'capped'
  const gridded = useMemo(() => (isCapped ? sortedQuickly(resource, columns) : columns), [resource, columns, isCapped])
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set())
  const rows = data?.rows as readonly AnyRecord[] | undefined
  const selected = useMemo(() => (rows ?? []).filter(({ id }) => selection.has(String(id))), [rows, selection])
  const create = mayWrite && resource.operations.includes('create') ? paths(resource.name, 'create') : null
  const open = (row: AnyRecord) =>
    pathTo(paths, typeof opens === 'string' ? opens : opens(row), { of: resource.name, id: row.id })
  const hasRows = rows !== undefined && rows.length > 0
  const isNarrowed = state.q !== '' || Object.keys(state.filter).length > 0
  const first = rows?.[0]
  const peek = usePeek(resource, rows)
  const mayEdit = mayWrite && hasRows && resource.operations.includes('update')
  const mayPeek = resource.operations.includes('read')
  const peekSome = () => peek.show(peek.id === null ? (first?.id ?? null) : null)
  useShortcut(peekShortcut, peekSome, mayPeek)
  useShortcut(rowsShortcut, () => focusOn('[data-row-id][tabindex="0"]'), hasRows)
  const maySelect =
    bulkActions !== undefined ||
    parts.hasCommands(resource, 'selection', may) ||
    (mayWrite && resource.operations.some((operation) => operation === 'update' || operation === 'delete'))
  const select = (chosen: readonly AnyRecord[]) => setSelection(new Set(chosen.map(({ id }) => String(id))))
  useShortcut(bulkShortcut, () => focusOn('#bulk-commands button'), selected.length > 0)
  useShortcut(selectShortcut, () => select(rows ?? []), maySelect && hasRows)
  const leave = useReturnPlace(resource)
  const peeked = rows?.find(({ id }) => id === peek.id)
  return (
    <PageFrame
      actions={
        <PageCommands>
          {actions}
          {create && (
            <Button
              className={classes['primary'] ?? ''}
              component="a"
              href={create}
              leftSection={<IconPlus size={15} aria-hidden />}
            >
              {t('New {one}', { one: inSentence(t(resource.label[0])) })}
            </Button>
          )}
        </PageCommands>
      }
    >
      <ListFrame
        flows={flows}
        above={
          <ListViews
            {...{ resource, views, where, isCapped, questions }}
            columns={columnsText}
            total={data?.total ?? null}
            opensNarrowed={opensAs?.['filter'] !== undefined}
          />
        }
        tools={
          <>
            {resource.list.search.length > 0 && <SearchBox state={state} what={inSentence(t(resource.label[1]))} />}
            <FilterBar of={resource} state={isNamed(route) ? { ...state, filter: everywhere } : state} fixed={fixed} />
          </>
        }
        endTools={
          <EndTools
            of={resource}
            query={state.query}
            {...{ columns, layout, fields, isCapped }}
            page={data as Page<AnyRecord> | undefined}
            isPeeking={peek.id !== null}
            onPeek={mayPeek ? peekSome : undefined}
          />
        }
        {...(maySelect && {
          selection: selected.length > 0 && (
            <Suspense>
              <parts.Selection
                of={resource}
                query={state.query}
                rows={rows ?? []}
                selected={selected}
                total={data?.total ?? null}
                isCapped={isCapped}
                commands={bulkActions?.(selected, () => select([]))}
                replacesActions={replacesActions}
                select={select}
              />
            </Suspense>
          ),
        })}
        foot={
          <Pagination
            state={state}
            total={data?.total ?? null}
            isCapped={isCapped}
            found={rows?.length ?? 0}
            isFailed={error !== null && !hasRows}
            sorted={{ resource, columns }}
          />
        }
      >
        {instead && hasRows ? (
          <div className={classes['instead']}>{instead(rows)}</div>
        ) : (
          <DataGrid
            name={screen}
            label={t(resource.label[1])}
            columns={gridded}
            layout={layout}
            rows={rows}
            rowId={({ id }) => String(id)}
            processing="server"
            busy={isFetching && isPlaceholderData}
            skeletonRows={Math.min(state.size, 25)}
            error={
              error && !hasRows ? (
                <Failure error={error} onRetry={() => void refetch()} what={t(resource.label[1])} />
              ) : undefined
            }
            empty={<Empty resource={resource} isNarrowed={isNarrowed} onClear={state.clearFilters} create={create} />}
            sort={state.sort}
            onSortChange={({ column, direction }) => state.setSort(direction && { column, direction })}
            filters={gridFilters(state.filter)}
            onFilterChange={({ column, values }) => state.setCondition(column, conditionOf(resource, column, values))}
            {...(hasRows && {
              overlay: (within: RefObject<HTMLElement | null>) => (
                <ListOverlay
                  of={resource}
                  {...{ rows, within, mayEdit }}
                  href={open}
                  onPeek={mayPeek ? peek.toggle : undefined}
                  commands={bulkActions}
                />
              ),
            })}
            {...(mayPeek && { onPeek: peek.toggle, onRowFocus: peek.follow, onCurrentChange: peek.follow })}
            {...(peek.id !== null && { current: String(peek.id) })}
            onCopy={(text) => void copyText(text)}
            selectable={maySelect}
            selection={selection}
            onSelectionChange={setSelection}
            {...(first &&
              open(first) !== null && {
                rowHref: (row: AnyRecord) => open(row) ?? '',
                onOpen: (row: AnyRecord) => {
                  leave(row.id)
                  navigateTo(open(row) ?? '')
                },
                // While one looks at rows beside the list, a click looks at another one.
                opensOnClick: peek.id === null,
              })}
          />
        )}
      </ListFrame>
      {mayPeek && peek.id !== null && (
        <Suspense>
          <PeekPanel of={resource} id={peek.id} peek={peek} href={peeked ? open(peeked) : null} body={peekBody} />
        </Suspense>
      )}
    </PageFrame>
  )
}

function focusOn(selector: string): void {
  document.querySelector<HTMLElement>(selector)?.focus()
}
