import { ActionIcon, NativeSelect } from '@mantine/core'
import '@mantine/core/styles/ActionIcon.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatNumber } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { deepestRange, pageSizes } from '../../core/list/list-query.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import classes from './list.module.css'
import type { ListState } from './list-state.web.ts'
import { sortLabel } from './sort-labels.ts'

/** Where one is in a list, and the way to the pages around. */
export function Pagination({
  state,
  total,
  isCapped,
  found,
  isUnknown,
  sorted,
}: {
  state: ListState
  total: number | null
  isCapped: boolean
  found: number
  /** The rows are on their way, or did not load. */
  isUnknown: boolean
  /** What is sorted; the note names the column by its head. */
  sorted: {
    readonly resource: AnyResource
    readonly columns: readonly { readonly id: string; readonly header: string }[]
  }
}) {
  const first = (state.page - 1) * state.size + 1
  const last = first + found - 1
  const isLast = total === null || (isCapped ? last >= deepestRange : last >= total)
  const pages = total === null || isCapped ? null : Math.max(1, Math.ceil(total / state.size))
  const stretch = `${formatNumber(first)}–${formatNumber(last)}`
  const rows =
    total === null
      ? stretch
      : t('{stretch} of {total}', { stretch, total: `${formatNumber(total)}${isCapped ? '+' : ''}` })
  return (
    <Pager
      range={isUnknown ? '' : found === 0 ? t('No rows') : rows}
      note={sortLabel(sorted.resource, state.sort, sorted.columns.find(({ id }) => id === state.sort.column)?.header)}
      previous={state.page === 1 ? null : () => state.setPage(state.page - 1)}
      next={isLast ? null : () => state.setPage(state.page + 1)}
      page={
        pages === null
          ? t('Page {page}', { page: formatNumber(state.page) })
          : t('Page {page} of {pages}', { page: formatNumber(state.page), pages: formatNumber(pages) })
      }
    >
      <NativeSelect
        aria-label={t('Rows per page')}
        value={String(state.size)}
        data={pageSizes.map((size) => ({ value: String(size), label: t('{size} rows', { size }) }))}
        onChange={(event) => state.setSize(Number(event.currentTarget.value))}
      />
    </Pager>
  )
}

interface PagerProps {
  /** Which rows are on screen, of how many. */
  range: string
  note?: ReactNode
  page?: string
  /** What the arrows do; null on the first or last page. */
  previous: (() => void) | null
  next: (() => void) | null
  /** Controls before the arrows. */
  children?: ReactNode
}

/** The foot of every list. */
export function Pager({ range, note, page, previous, next, children }: PagerProps) {
  return (
    <nav className={classes['pagination']} aria-label={t('Pagination')}>
      <span aria-live="polite" className={classes['stretch']}>
        <bdi>{range}</bdi>
      </span>
      <span className={classes['sorting']}>{note}</span>
      {children}
      <ActionIcon aria-label={t('Previous page')} disabled={previous === null} onClick={() => previous?.()}>
        <IconChevronLeft size={17} aria-hidden />
      </ActionIcon>
      {page !== undefined && <span className={classes['page']}>{page}</span>}
      <ActionIcon aria-label={t('Next page')} disabled={next === null} onClick={() => next?.()}>
        <IconChevronRight size={17} aria-hidden />
      </ActionIcon>
    </nav>
  )
}

/** The foot of a list that is short enough to be on one page. */
export function WholeList({ count, note }: { count: number | undefined; note: ReactNode }) {
  const last = formatNumber(count ?? 0)
  const range =
    count === undefined
      ? ''
      : count === 0
        ? t('No rows')
        : t('{stretch} of {total}', { stretch: `1–${last}`, total: last })
  return (
    <Pager
      range={range}
      note={note}
      page={t('Page {page} of {pages}', { page: '1', pages: '1' })}
      previous={null}
      next={null}
    />
  )
}
