import { nameOf } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { inSentence } from '../../core/resource/resource.ts'
import { AnswerPanel } from '../../ui/resource/answer-panel.tsx'
import { Chip } from '../../ui/resource/cells.tsx'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { useAnswer } from '../../ui/resource/client.web.ts'
import { RecordLink } from '../../ui/resource/record-link.tsx'
import { useResources } from '../../ui/resource/resources.tsx'
import { verdictWords } from '../../platform/rich-text/link-verdict-labels.ts'
import type { LinkingText, LinkVerdict } from '../../platform/rich-text/link-verdicts.ts'
import { readAliasLinks } from './alias.endpoints.ts'
import classes from './alias-panels.module.css'

/** The page's outgoing and incoming links, as stored. */
export function LinksPanel({ alias }: { alias: AnyRecord }) {
  const answer = useAnswer(readAliasLinks, { params: { id: alias.id } })
  return (
    <AnswerPanel title={t('Internal links')} answer={answer} className={classes['panel']}>
      {({ outgoing, incoming, hasOthers, hasMore }) => (
        <div className={classes['halves']}>
          <div>
            <h3>{t('Links out')}</h3>
            {outgoing.length === 0 && <p className={classes['note']}>{t('No links to other pages.')}</p>}
            <ul className={classes['links']} aria-label={t('Links out')}>
              {outgoing.map((link, place) => (
                <Outgoing key={`${link.locale ?? ''} ${link.element} ${place}`} link={link} />
              ))}
            </ul>
          </div>
          <div>
            <h3>{t('Links in')}</h3>
            {incoming.length === 0 && (
              <p className={classes['note']}>
                {hasOthers
                  ? t('Only texts that you can’t see link here.')
                  : t('No text on the site links here, so visitors find it only by searching.')}
              </p>
            )}
            <ul className={classes['links']} aria-label={t('Links in')}>
              {incoming.map((text) => (
                <Incoming key={`${text.resource} ${text.recordId}`} text={text} />
              ))}
            </ul>
            {hasMore && <p className={classes['note']}>{t('Not all are listed here.')}</p>}
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
      <RecordLink to={title === null ? null : resource} id={recordId}>
        {text === '' ? element : text}
      </RecordLink>{' '}
      <Chip tone={tone}>{t(words)}</Chip>
      <small>{[title ?? element, ...(locale === null ? [] : [nameOf('language', locale)])].join(' · ')}</small>
    </li>
  )
}

function Incoming({ text: { resource: name, recordId, title, locales } }: { text: LinkingText }) {
  const resource = useResources().find((one) => one.name === name)
  const languages = locales.flatMap((code) => (code === null ? [] : [nameOf('language', code)]))
  return (
    <li>
      <RecordLink to={name} id={recordId}>
        {title}
      </RecordLink>
      <small>{[resource ? inSentence(t(resource.label[0])) : name, ...languages].join(' · ')}</small>
    </li>
  )
}
