import { ActionIcon, NativeSelect } from '@mantine/core'
import '@mantine/core/styles/ActionIcon.layer.css'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { formatNumber } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { deepestRange, pageSizes } from '../../core/list/list-query.ts'
import classes from './list.module.css'
import type { ListState } from './list-state.web.ts'

/** Where one is in a list, and the way to the pages around. */
export function Pagination({
  state,
  total,
  isCapped,
  found,
  isFailed,
  sortedBy,
}: {
  state: ListState
  total: number | null
  isCapped: boolean
  found: number
  /** The total is not known. */
  isFailed: boolean
  /** The list's sort column, by its name. */
  sortedBy: string | undefined
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
    <nav className={classes['pagination']} aria-label={t('Pagination')}>
      <span aria-live="polite" className={classes['stretch']}>
        <bdi>{isFailed ? '' : found === 0 ? t('No rows') : rows}</bdi>
      </span>
      <span className={classes['sorting']}>
        {sortedBy !== undefined &&
          (state.sort.direction === 'desc'
            ? t('Sorted by {column}, descending', { column: sortedBy })
            : t('Sorted by {column}, ascending', { column: sortedBy }))}
      </span>
      <NativeSelect
        aria-label={t('Rows per page')}
        value={String(state.size)}
        data={pageSizes.map((size) => ({ value: String(size), label: t('{size} rows', { size }) }))}
        onChange={(event) => state.setSize(Number(event.currentTarget.value))}
      />
      <ActionIcon
        aria-label={t('Previous page')}
        disabled={state.page === 1}
        onClick={() => state.setPage(state.page - 1)}
      >
        <IconChevronLeft size={17} aria-hidden />
      </ActionIcon>
      <span className={classes['page']}>
        {pages === null
          ? t('Page {page}', { page: formatNumber(state.page) })
          : t('Page {page} of {pages}', { page: formatNumber(state.page), pages: formatNumber(pages) })}
      </span>
      <ActionIcon aria-label={t('Next page')} disabled={isLast} onClick={() => state.setPage(state.page + 1)}>
        <IconChevronRight size={17} aria-hidden />
      </ActionIcon>
    </nav>
  )
}
