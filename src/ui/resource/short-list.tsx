import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useMemo } from 'react'
import { t } from '../../core/i18n/language.ts'
import { DataGrid } from '../data-grid/data-grid.tsx'
import type { DataGridProps } from '../data-grid/data-grid-props.web.ts'
import { useNavigateTo, useRouteQuery } from '../navigation.tsx'
import { usePage } from '../page-context.tsx'
import { ListFrame } from './list-frame.tsx'
import { WholeList } from './pagination.tsx'
import classes from './short-list.module.css'
import { Failure } from './states.tsx'

/** What a query says of the whole list. */
interface Answer<Row> {
  readonly data: readonly Row[] | undefined
  readonly error: unknown
  readonly refetch: () => Promise<unknown>
}

type Grid<Row extends object> = Pick<
  DataGridProps<Row>,
  'columns' | 'rowId' | 'defaultSort' | 'skeletonRows' | 'empty' | 'selectable' | 'selection' | 'onSelectionChange'
>

interface ShortListProps<Row extends object> extends Grid<Row> {
  /** What the rows are, such as “Workers”. */
  readonly label: string
  readonly answer: Answer<Row>
  /** The rows that the caller's own filters leave; the search narrows them further. All of them by default. */
  readonly rows?: readonly Row[] | undefined
  readonly hrefOf: (row: Row) => string
  /** Where the search looks. Keep stable. */
  readonly textOf: (row: Row) => string
  readonly searchPlaceholder: string
  /** Filters beside the search. */
  readonly filters?: ReactNode
  /** What can be done with the rows that are selected, or false while none is: a bar over the foot. */
  readonly commandsOf?: ((shown: readonly Row[]) => ReactNode) | undefined
}

/** A list that is read whole: the browser sorts it and searches it, by the `q` of the address. */
export function ShortList<Row extends object>({
  label,
  answer: { data, error, refetch },
  rows: left = data,
  hrefOf,
  textOf,
  searchPlaceholder,
  filters,
  commandsOf,
  ...grid
}: ShortListProps<Row>) {
  const { screen } = usePage()
  const navigateTo = useNavigateTo()
  const [{ q = '' }, patch] = useRouteQuery()
  const rows = useMemo(() => {
    const wanted = q.trim().toLowerCase()
    return left?.filter((row) => textOf(row).toLowerCase().includes(wanted))
  }, [left, q, textOf])
  return (
    <ListFrame
      tools={
        <>
          <TextInput
            type="search"
            role="searchbox"
            aria-label={t('Search')}
            placeholder={searchPlaceholder}
            className={classes['search'] ?? ''}
            value={q}
            leftSection={<IconSearch size={15} aria-hidden />}
            onChange={(event) => patch({ q: event.currentTarget.value }, { replace: true })}
          />
          {filters}
        </>
      }
      {...(commandsOf && { selection: commandsOf(rows ?? []) })}
      foot={<WholeList count={rows?.length} />}
    >
      <DataGrid
        {...grid}
        name={screen}
        label={label}
        rows={rows}
        processing="local"
        error={error && !data ? <Failure error={error} onRetry={() => void refetch()} what={label} /> : undefined}
        rowHref={hrefOf}
        onOpen={(row) => navigateTo(hrefOf(row))}
      />
    </ListFrame>
  )
}
