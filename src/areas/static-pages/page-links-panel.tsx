import { nameOf } from '../../kit/formats.ts'
import { t } from '../../kit/language.ts'
import { AnswerPanel } from '../../kit/screens/answer-panel.tsx'
import { Chip } from '../../kit/screens/cells.tsx'
import type { AnyRecord } from '../../kit/screens/client.web.ts'
import { useAnswer } from '../../kit/screens/client.web.ts'
import { RecordLink } from '../../kit/screens/record-link.tsx'
import { verdictWords } from '../rich-text/link-verdict-words.ts'
import type { LinkVerdict } from '../rich-text/link-verdicts.ts'
import { useLookAgain } from './look-again.web.ts'
import { readPageLinks } from './static-page-calls.ts'
import classes from './static-pages.module.css'

/** Links that lead where they should, shown of a page. */
const mostGood = 12

/** Where the link markers of a page lead as it is stored, in all its languages, broken ones first. */
export function PageLinksPanel({ page }: { page: AnyRecord }) {
  const answer = useAnswer(readPageLinks, { params: { id: page.id }, query: { version: undefined } })
  useLookAgain(page, answer.refetch)
  return (
    <AnswerPanel title={t('Links of the text')} answer={answer} className={classes['panel']}>
      {({ links }) => (links.length === 0 ? <p>{t('The stored text has no link markers.')}</p> : <Links links={links} />)}
    </AnswerPanel>
  )
}

function Links({ links }: { links: readonly LinkVerdict[] }) {
  const good = links.filter(({ verdict }) => verdict === 'ok')
  const shown = [...links.filter(({ verdict }) => verdict !== 'ok'), ...good.slice(0, mostGood)]
  return (
    <>
      <ul className={classes['links']}>{shown.map((link, place) => <Link key={`${link.locale ?? ''} ${link.element} ${place}`} link={link} />)}</ul>
      {good.length > mostGood && <p>{t('{n, plural, one {One more leads} other {# more lead}} where they should.', { n: good.length - mostGood })}</p>}
    </>
  )
}

function Link({ link: { text, element, title, resource, recordId, verdict, locale } }: { link: LinkVerdict }) {
  const [words, tone] = verdictWords[verdict]
  return (
    <li>
      <RecordLink to={title === null ? null : resource} id={recordId}>{text === '' ? element : text}</RecordLink> <Chip tone={tone}>{t(words)}</Chip>
      <small>{[title ?? element, ...(locale === null ? [] : [nameOf('language', locale)])].join(' · ')}</small>
    </li>
  )
}
