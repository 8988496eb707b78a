import { formatDate } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { AnswerPanel } from '../../ui/resource/answer-panel.tsx'
import { Chip } from '../../ui/resource/cells.tsx'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { useAnswer } from '../../ui/resource/client.web.ts'
import { RecordLink } from '../../ui/resource/record-link.tsx'
import classes from './authors.module.css'
import type { AuthorPage } from './author.endpoints.ts'
import { readAuthorPages } from './author.endpoints.ts'

/** The pages an author has signed, those due first. */
export function AuthorPagesPanel({ author }: { author: AnyRecord }) {
  const answer = useAnswer(readAuthorPages, { params: { id: author.id } })
  return (
    <AnswerPanel title={t('Bylines')} answer={answer} className={classes['panel']}>
      {({ pages, hidden }) => (
        <>
          {pages.length + hidden === 0 && <p>{t('No page is signed by this author.')}</p>}
          {pages.length > 0 && (
            <ul className={classes['pages']}>
              {pages.map((page) => (
                <Signed key={`${page.resource} ${page.id}`} page={page} />
              ))}
            </ul>
          )}
          {hidden > 0 && (
            <p>{t('{n, plural, one {One page} other {# pages}} of a kind that you can’t see', { n: hidden })}</p>
          )}
        </>
      )}
    </AnswerPanel>
  )
}

function Signed({ page }: { page: AuthorPage }) {
  const isDue = page.publication === 'published' && page.daysOver !== null && page.daysOver > 0
  return (
    <li>
      <RecordLink to={page.resource} id={page.id}>
        {page.title}
      </RecordLink>
      {isDue && page.daysOver !== null && (
        <Chip tone="warn">{t('{n, plural, one {# day over} other {# days over}}', { n: page.daysOver })}</Chip>
      )}
      <small>
        {page.freshOn === null ? t('never reviewed') : t('fresh on {date}', { date: formatDate(page.freshOn) })}
      </small>
    </li>
  )
}
