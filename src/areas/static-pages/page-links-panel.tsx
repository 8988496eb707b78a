import type { Tone } from '../../kit/fields.ts'
import { nameOf } from '../../kit/formats.ts'
import { msg, t } from '../../kit/language.ts'
import { Chip } from '../../kit/screens/cells.tsx'
import type { AnyRecord } from '../../kit/screens/client.web.ts'
import { useAnswer } from '../../kit/screens/client.web.ts'
import { useRecordPaths } from '../../kit/screens/record-paths.tsx'
import { Failure } from '../../kit/screens/states.tsx'
import type { LinkVerdict } from '../rich-text/link-verdicts.ts'
import { readPageLinks } from './static-page-calls.ts'
import classes from './static-pages.module.css'

const verdicts: Readonly<Record<LinkVerdict['verdict'], readonly [words: string, tone: Tone]>> = {
  ok: [msg('Leads there'), 'good'], unknown_code: [msg('No known link'), 'bad'], missing: [msg('Not there'), 'bad'],
  empty_text: [msg('Has no words'), 'warn'], unpublished: [msg('Not published'), 'warn'],
}
/** Links that lead where they should, shown of a page. */
const mostGood = 12

/** Where the link markers of a page lead as it is stored, in all its languages, broken ones first. */
export function PageLinksPanel({ page }: { page: AnyRecord }) {
  const { data, error, refetch } = useAnswer(readPageLinks, { params: { id: page.id }, query: { version: undefined } })
  const links = data?.links ?? []
  const good = links.filter(({ verdict }) => verdict === 'ok')
  const shown = [...links.filter(({ verdict }) => verdict !== 'ok'), ...good.slice(0, mostGood)]
  return (
    <section className={classes['panel']} aria-label={t('Links of the text')}>
      <h2>{t('Links of the text')}</h2>
      {error && !data && <Failure error={error} onRetry={() => void refetch()} what={t('Links of the text')} />}
      {data && links.length === 0 && <p>{t('The stored text has no link markers.')}</p>}
      {shown.length > 0 && <ul className={classes['links']}>{shown.map((link, place) => <Link key={`${link.locale ?? ''} ${link.element} ${place}`} link={link} />)}</ul>}
      {good.length > mostGood && <p>{t('{n, plural, one {One more leads} other {# more lead}} where they should.', { n: good.length - mostGood })}</p>}
    </section>
  )
}

function Link({ link: { text, element, title, resource, recordId, verdict, locale } }: { link: LinkVerdict }) {
  const href = useRecordPaths()(resource ?? '', 'update', recordId ?? 0)
  const [words, tone] = verdicts[verdict]
  const label = text === '' ? element : text
  return (
    <li>
      {href !== null && title !== null ? <a href={href}>{label}</a> : <span>{label}</span>}
      <Chip tone={tone}>{t(words)}</Chip>
      <small>{[title ?? element, ...(locale === null ? [] : [nameOf('language', locale)])].join(' · ')}</small>
    </li>
  )
}
