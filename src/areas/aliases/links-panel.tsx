import type { Tone } from '../../kit/fields.ts'
import { nameOf } from '../../kit/formats.ts'
import { msg, t } from '../../kit/language.ts'
import { inSentence } from '../../kit/resource.ts'
import { Chip } from '../../kit/screens/cells.tsx'
import type { AnyRecord } from '../../kit/screens/client.web.ts'
import { useAnswer } from '../../kit/screens/client.web.ts'
import { useRecordPaths } from '../../kit/screens/record-paths.tsx'
import { useResources } from '../../kit/screens/resources.tsx'
import { Failure, FormSkeleton } from '../../kit/screens/states.tsx'
import type { LinkingText, LinkVerdict } from '../rich-text/link-verdicts.ts'
import { readAliasLinks } from './alias-calls.ts'
import classes from './alias-panels.module.css'

const verdicts: Readonly<Record<LinkVerdict['verdict'], readonly [words: string, tone: Tone]>> = {
  ok: [msg('Leads there'), 'good'], unknown_code: [msg('No known link'), 'bad'], missing: [msg('Not there'), 'bad'],
  empty_text: [msg('Has no words'), 'warn'], unpublished: [msg('Not published'), 'warn'],
}

/** What the page leads to and what leads to it, as it is stored. */
export function LinksPanel({ alias }: { alias: AnyRecord }) {
  const { data, error, refetch } = useAnswer(readAliasLinks, { params: { id: alias.id } })
  return (
    <section className={classes['panel']} aria-labelledby="alias-links">
      <h2 id="alias-links">{t('Internal links')}</h2>
      {error && !data && <Failure error={error} onRetry={() => void refetch()} what={t('Internal links')} />}
      {!error && !data && <FormSkeleton />}
      {data && (
        <div className={classes['halves']}>
          <div>
            <h3>{t('What it links to')}</h3>
            {data.outgoing.length === 0 && <p className={classes['note']}>{t('Its texts have no links to other pages.')}</p>}
            <ul className={classes['links']} aria-label={t('What it links to')}>{data.outgoing.map((link, place) => <Outgoing key={`${link.locale ?? ''} ${link.element} ${place}`} link={link} />)}</ul>
          </div>
          <div>
            <h3>{t('What links here')}</h3>
            {data.incoming.length === 0 && <p className={classes['note']}>{data.hasOthers ? t('Only texts that you may not see link here.') : t('No text of the site links here, so visitors find it by searching alone.')}</p>}
            <ul className={classes['links']} aria-label={t('What links here')}>{data.incoming.map((text) => <Incoming key={`${text.resource} ${text.recordId}`} text={text} />)}</ul>
            {data.hasMore && <p className={classes['note']}>{t('There are more than are listed here.')}</p>}
          </div>
        </div>
      )}
    </section>
  )
}

function Outgoing({ link: { text, element, title, resource, recordId, verdict, locale } }: { link: LinkVerdict }) {
  const href = useRecordPaths()(resource ?? '', 'update', recordId ?? 0)
  const [words, tone] = verdicts[verdict]
  const label = text === '' ? element : text
  return (
    <li>
      {href !== null && title !== null ? <a href={href}>{label}</a> : <span>{label}</span>} <Chip tone={tone}>{t(words)}</Chip>
      <small>{[title ?? element, ...(locale === null ? [] : [nameOf('language', locale)])].join(' · ')}</small>
    </li>
  )
}

function Incoming({ text: { resource: name, recordId, title, locales } }: { text: LinkingText }) {
  const href = useRecordPaths()(name, 'update', recordId)
  const resource = useResources().find((one) => one.name === name)
  const languages = locales.flatMap((code) => (code === null ? [] : [nameOf('language', code)]))
  return (
    <li>
      {href === null ? <span>{title}</span> : <a href={href}>{title}</a>}
      <small>{[resource ? inSentence(t(resource.label[0])) : name, ...languages].join(' · ')}</small>
    </li>
  )
}
