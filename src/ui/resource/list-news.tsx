import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { formatNumber } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import type { ListQuery } from '../../core/list/list-query.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { inSentence } from '../../core/resource/resource.ts'
import type { AnyRecord, Page } from './client.web.ts'
import classes from './list-news.module.css'
import type { ListNews } from './page-news.web.ts'
import { useListNews } from './list-news.web.ts'

/** Says, beside the list's tools, that there is more than it shows, and shows it when asked: nothing moves by itself. */
export function ListNewsButton({
  of: resource,
  query,
  page,
}: {
  of: AnyResource
  query: ListQuery
  page: Page<AnyRecord> | undefined
}) {
  const { news, show } = useListNews(resource, query, page)
  return (
    <span role="status" className={classes['news']} data-floats={Object.keys(query.filter ?? {}).length > 0}>
      {news !== null && (
        <Button
          variant="light"
          leftSection={<IconRefresh size={15} aria-hidden />}
          title={t('Refresh the list')}
          onClick={() => {
            show()
            // The button disappears with its message; keyboard users go on from the page.
            document.getElementById('main')?.focus({ preventScroll: true })
          }}
        >
          {newsWords(resource, news)}
        </Button>
      )}
    </span>
  )
}

function newsWords({ label }: AnyResource, news: ListNews): string {
  if (news === 'changed') return t('Changed since you looked · Refresh')
  const n = formatNumber(news.newer)
  const what = inSentence(t(label[news.newer === 1 && !news.isMore ? 0 : 1]))
  return news.isMore ? t('{n} or more newer {what}', { n, what }) : t('{n} newer {what}', { n, what })
}
