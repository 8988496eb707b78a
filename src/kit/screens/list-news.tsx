import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { formatNumber } from '../formats.ts'
import type { ListQuery } from '../list-query.ts'
import type { AnyResource } from '../resource.ts'
import { inSentence } from '../resource.ts'
import type { AnyRecord, Page } from './client.web.ts'
import classes from './list-news.module.css'
import type { ListNews } from './list-news.web.ts'
import { useListNews } from './list-news.web.ts'

/** Says, beside the list's tools, that there is more than it shows, and shows it when asked: nothing moves by itself. */
export function ListNewsButton({ of: resource, query, page }: { of: AnyResource; query: ListQuery; page: Page<AnyRecord> | undefined }) {
  const { news, show } = useListNews(resource, query, page)
  return (
    <span role="status" className={classes['news']} data-floats={Object.keys(query.filter ?? {}).length > 0}>
      {news !== null && (
        <Button
          variant="light" leftSection={<IconRefresh size={15} aria-hidden />} title="Show the list as it is now"
          onClick={() => {
            show()
            // The button goes away with what it told; whoever pressed it by keyboard goes on from the page.
            document.getElementById('main')?.focus({ preventScroll: true })
          }}
        >
          {newsWords(resource, news)}
        </Button>
      )}
    </span>
  )
}

function newsWords({ label: [one, many] }: AnyResource, news: ListNews): string {
  if (news === 'changed') return 'Changed since you looked · Refresh'
  return `${formatNumber(news.newer)}${news.isMore ? ' or more' : ''} newer ${inSentence(news.newer === 1 && !news.isMore ? one : many)}`
}
