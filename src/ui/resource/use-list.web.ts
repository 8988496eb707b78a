import { useMemo, useState } from 'react'
import type { GridColumn } from '../data-grid/grid-column.web.ts'
import { useGridLayout } from '../data-grid/use-grid-layout.web.ts'
import { usePage } from '../page-context.tsx'
import { bulkShortcut, peekShortcut, rowsShortcut, selectShortcut, useShortcut } from '../shortcuts.web.ts'
import { useMay } from '../../core/browser/session.web.ts'
import { fieldsOfColumns, shownColumns } from '../../core/list/list-fields.ts'
import type { Filter } from '../../core/list/list-query.ts'
import { useAddressColumns } from './address-columns.web.ts'
import type { AnyRecord, Page } from './client.web.ts'
import { useRows } from './client.web.ts'
import { gridColumns } from './list-columns.tsx'
import type { ListScreenProps } from './list-screen-props.web.ts'
import { useListState } from './list-state.web.ts'
import { usePeek } from './peek.web.ts'
import { pathTo, useRecordPaths } from './record-paths.tsx'
import { useListViews } from './saved-views.web.ts'
import { useScreenParts } from './screen-parts.web.ts'

export const everywhere: Filter = {}

/** What a list shows, what of it is selected and looked at, and what the person can do with it. */
export function useList(props: ListScreenProps) {
  const { of: resource, where = everywhere, opens = 'update' } = props
  const { mayWrite, opensAs } = usePage()
  const paths = useRecordPaths()
  const state = useListState(resource, where)
  const columns = useColumns(props)
  const views = useListViews(resource)
  const found = useRows(resource, { ...state.query, fields: columns.fields }, !views.isPassing, { listed: true })
  const page = found.data as Page<AnyRecord> | undefined
  const rows = page?.rows
  const hasRows = rows !== undefined && rows.length > 0
  const isCapped = page?.totalKind === 'capped'
  const selection = useSelection(props, rows)
  const peek = usePeek(resource, rows)
  const mayPeek = resource.operations.includes('read')
  const peekFirst = () => peek.show(peek.id === null ? (rows?.[0]?.id ?? null) : null)
  useShortcut(peekShortcut, peekFirst, mayPeek)
  useShortcut(rowsShortcut, () => focusOn('[data-row-id][tabindex="0"]'), hasRows)
  useShortcut(bulkShortcut, () => focusOn('#bulk-commands button'), selection.selected.length > 0)
  useShortcut(selectShortcut, () => selection.select(rows ?? []), selection.maySelect && hasRows)
  return {
    resource,
    state,
    ...columns,
    views,
    opensNarrowed: opensAs?.['filter'] !== undefined,
    page,
    rows,
    hasRows,
    isCapped,
    total: page?.total ?? null,
    error: hasRows ? null : found.error,
    isBusy: found.isFetching && found.isPlaceholderData,
    retry: () => void found.refetch(),
    ...selection,
    peek,
    mayPeek,
    peekFirst,
    mayEdit: mayWrite && hasRows && resource.operations.includes('update'),
    /** Where a new record is made; null where this person or the resource cannot. */
    create: mayWrite && resource.operations.includes('create') ? paths(resource.name, 'create') : null,
    /** The page that a row opens; null where this person has none. */
    pathOf: (row: AnyRecord) =>
      pathTo(paths, typeof opens === 'string' ? opens : opens(row), { of: resource.name, id: row.id }),
  }
}

export type List = ReturnType<typeof useList>

/** The columns of the list, those that are shown, and the fields that are asked for them. */
function useColumns({ of: resource, cells, widths }: ListScreenProps) {
  const { screen } = usePage()
  const may = useMay()
  const parts = useScreenParts()
  const shownHere = useMemo(() => shownColumns(resource), [resource])
  const thumbnail = useMemo(() => parts.thumbnail(may), [parts, may])
  const columns = useMemo(
    () => gridColumns(resource, shownHere, { cells, widths, thumbnail }),
    [resource, shownHere, cells, widths, thumbnail],
  )
  const ownLayout = useGridLayout(screen, columns as readonly GridColumn<never>[])
  const { layout, text } = useAddressColumns(ownLayout, columns as readonly GridColumn<never>[])
  const fields = useMemo(
    () =>
      fieldsOfColumns(
        resource,
        columns.map(({ id }) => id).filter((id) => layout.isShown(id)),
      ),
    [resource, columns, layout],
  )
  return { columns, layout, columnsText: text, fields }
}

function useSelection({ of: resource, bulkActions }: ListScreenProps, rows: readonly AnyRecord[] | undefined) {
  const { mayWrite } = usePage()
  const may = useMay()
  const parts = useScreenParts()
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set())
  const selected = useMemo(() => (rows ?? []).filter(({ id }) => selection.has(String(id))), [rows, selection])
  return {
    selection,
    setSelection,
    selected,
    select: (chosen: readonly AnyRecord[]) => setSelection(new Set(chosen.map(({ id }) => String(id)))),
    maySelect:
      bulkActions !== undefined ||
      parts.hasCommands(resource, 'selection', may) ||
      (mayWrite && resource.operations.some((operation) => operation === 'update' || operation === 'delete')),
  }
}

function focusOn(selector: string): void {
  document.querySelector<HTMLElement>(selector)?.focus()
}
