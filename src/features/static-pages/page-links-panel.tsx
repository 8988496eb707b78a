import { nameOf } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { AnswerPanel } from '../../ui/resource/answer-panel.tsx'
import { Chip } from '../../ui/resource/cells.tsx'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { useAnswer } from '../../ui/resource/client.web.ts'
import { RecordLink } from '../../ui/resource/record-link.tsx'
import { verdictWords } from '../../platform/rich-text/link-verdict-labels.ts'
import type { LinkVerdict } from '../../platform/rich-text/link-verdicts.ts'
import { useLookAgain } from './look-again.web.ts'
import { readPageLinks } from './static-page.endpoints.ts'
import classes from './static-pages.module.css'

/** Maximum working links listed for a page. */
const maxGood = 12

/** Where the link markers of a page lead as it is stored, in all its languages, broken ones first. */
export function PageLinksPanel({ page }: { page: AnyRecord }) {
  const answer = useAnswer(readPageLinks, { params: { id: page.id }, query: { version: undefined } })
  useLookAgain(page, answer.refetch)
  return (
    <AnswerPanel title={t('Links of the text')} answer={answer} className={classes['panel']}>
      {({ links }) =>
        links.length === 0 ? <p>{t('The stored text has no link markers.')}</p> : <Links links={links} />
      }
    </AnswerPanel>
  )
}

function Links({ links }: { links: readonly LinkVerdict[] }) {
  const good = links.filter(({ verdict }) => verdict === 'ok')
  const shown = [...links.filter(({ verdict }) => verdict !== 'ok'), ...good.slice(0, maxGood)]
  return (
    <>
      <ul className={classes['links']}>
        {shown.map((link, place) => (
          <Link key={`${link.locale ?? ''} ${link.element} ${place}`} link={link} />
        ))}
      </ul>
      {good.length > maxGood && (
        <p>{t('{n, plural, one {One more link works} other {# more links work}}.', { n: good.length - maxGood })}</p>
      )}
    </>
  )
}

function Link({ link: { text, element, title, resource, recordId, verdict, locale } }: { link: LinkVerdict }) {
  const [words, tone] = verdictWords[verdict]
  return (
    <li>
      <RecordLink to={title === null ? null : resource} id={recordId}>
        {text === '' ? element : text}
      </RecordLink>{' '}
      <Chip tone={tone}>{t(words)}</Chip>
      <small>{[title ?? element, ...(locale === null ? [] : [nameOf('language', locale)])].join(' · ')}</small>
    </li>
  )
}
