import { formatDate } from '../../kit/formats.ts'
import { t } from '../../kit/language.ts'
import { Chip } from '../../kit/screens/cells.tsx'
import type { AnyRecord } from '../../kit/screens/client.web.ts'
import { useAnswer } from '../../kit/screens/client.web.ts'
import { useRecordPaths } from '../../kit/screens/record-paths.tsx'
import { Failure } from '../../kit/screens/states.tsx'
import classes from './catalogue.module.css'
import type { AuthorPage } from './section-calls.ts'
import { readAuthorPages } from './section-calls.ts'

/** What an author has signed, what is due first. */
export function AuthorPagesPanel({ author }: { author: AnyRecord }) {
  const { data, error, refetch } = useAnswer(readAuthorPages, { params: { id: author.id } })
  return (
    <section className={classes['panel']} aria-label={t('Bylines')}>
      <h2>{t('Bylines')}</h2>
      {error && !data && <Failure error={error} onRetry={() => void refetch()} what={t('Bylines')} />}
      {data?.pages.length === 0 && <p>{t('No page is signed by this author.')}</p>}
      {data && data.pages.length > 0 && <ul className={classes['pages']}>{data.pages.map((page) => <Signed key={`${page.resource} ${page.id}`} page={page} />)}</ul>}
    </section>
  )
}

function Signed({ page }: { page: AuthorPage }) {
  const href = useRecordPaths()(page.resource, 'update', page.id)
  const isDue = page.publication === 'published' && page.daysOver !== null && page.daysOver > 0
  return (
    <li>
      {href === null ? page.title : <a href={href}>{page.title}</a>}
      {isDue && page.daysOver !== null && <Chip tone="warn">{t('{n, plural, one {# day over} other {# days over}}', { n: page.daysOver })}</Chip>}
      <small>{page.freshOn === null ? t('never reviewed') : t('fresh on {date}', { date: formatDate(page.freshOn) })}</small>
    </li>
  )
}
