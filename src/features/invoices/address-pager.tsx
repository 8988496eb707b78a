import { formatNumber } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { useRouteQuery } from '../../ui/navigation.tsx'
import { Pager } from '../../ui/resource/pagination.tsx'

interface AddressPagerProps {
  /** From 1, as in the address. */
  readonly page: number
  /** Rows on screen, of how many, and how many a page has. */
  readonly shown: number
  readonly count: number
  readonly atOnce: number
}

/** Leads to the other pages of rows below a figure, by `page` in the address; nothing where one page has them all. */
export function AddressPager({ page, shown, count, atOnce }: AddressPagerProps) {
  const [, change] = useRouteQuery()
  if (count <= atOnce) return null
  const first = (page - 1) * atOnce + 1
  return (
    <Pager
      range={t('{stretch} of {total}', {
        stretch: `${formatNumber(first)}–${formatNumber(first + shown - 1)}`,
        total: formatNumber(count),
      })}
      page={t('Page {page} of {pages}', {
        page: formatNumber(page),
        pages: formatNumber(Math.ceil(count / atOnce)),
      })}
      previous={page === 1 ? null : () => change({ page: String(page - 1) })}
      next={page * atOnce >= count ? null : () => change({ page: String(page + 1) })}
    />
  )
}
