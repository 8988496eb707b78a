import { nameOf } from '../../kit/formats.ts'
import { t } from '../../kit/language.ts'
import { inSentence } from '../../kit/resource.ts'
import { AnswerPanel } from '../../kit/screens/answer-panel.tsx'
import { Chip } from '../../kit/screens/cells.tsx'
import type { AnyRecord } from '../../kit/screens/client.web.ts'
import { useAnswer } from '../../kit/screens/client.web.ts'
import { RecordLink } from '../../kit/screens/record-link.tsx'
import { useResources } from '../../kit/screens/resources.tsx'
import { verdictWords } from '../rich-text/link-verdict-words.ts'
import type { LinkingText, LinkVerdict } from '../rich-text/link-verdicts.ts'
import { readAliasLinks } from './alias-calls.ts'
import classes from './alias-panels.module.css'

/** What the page leads to and what leads to it, as it is stored. */
export function LinksPanel({ alias }: { alias: AnyRecord }) {
  const answer = useAnswer(readAliasLinks, { params: { id: alias.id } })
  return (
    <AnswerPanel title={t('Internal links')} answer={answer} className={classes['panel']}>
      {({ outgoing, incoming, hasOthers, hasMore }) => (
        <div className={classes['halves']}>
          <div>
            <h3>{t('What it links to')}</h3>
            {outgoing.length === 0 && <p className={classes['note']}>{t('Its texts have no links to other pages.')}</p>}
            <ul className={classes['links']} aria-label={t('What it links to')}>{outgoing.map((link, place) => <Outgoing key={`${link.locale ?? ''} ${link.element} ${place}`} link={link} />)}</ul>
          </div>
          <div>
            <h3>{t('What links here')}</h3>
            {incoming.length === 0 && <p className={classes['note']}>{hasOthers ? t('Only texts that you may not see link here.') : t('No text of the site links here, so visitors find it by searching alone.')}</p>}
            <ul className={classes['links']} aria-label={t('What links here')}>{incoming.map((text) => <Incoming key={`${text.resource} ${text.recordId}`} text={text} />)}</ul>
            {hasMore && <p className={classes['note']}>{t('There are more than are listed here.')}</p>}
          </div>
        </div>
      )}
    </AnswerPanel>
  )
}

function Outgoing({ link: { text, element, title, resource, recordId, verdict, locale } }: { link: LinkVerdict }) {
  const [words, tone] = verdictWords[verdict]
  return (
    <li>
      <RecordLink to={title === null ? null : resource} id={recordId}>{text === '' ? element : text}</RecordLink> <Chip tone={tone}>{t(words)}</Chip>
      <small>{[title ?? element, ...(locale === null ? [] : [nameOf('language', locale)])].join(' · ')}</small>
    </li>
  )
}

function Incoming({ text: { resource: name, recordId, title, locales } }: { text: LinkingText }) {
  const resource = useResources().find((one) => one.name === name)
  const languages = locales.flatMap((code) => (code === null ? [] : [nameOf('language', code)]))
  return (
    <li>
      <RecordLink to={name} id={recordId}>{title}</RecordLink>
      <small>{[resource ? inSentence(t(resource.label[0])) : name, ...languages].join(' · ')}</small>
    </li>
  )
}
