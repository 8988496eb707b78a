import { formatInstant, formatNumber, formatPercent } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { Chip } from '../../ui/resource/cells.tsx'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { useAnswer, useRecord } from '../../ui/resource/client.web.ts'
import { useRecordPaths } from '../../ui/resource/record-paths.tsx'
import { useResources } from '../../ui/resource/resources.tsx'
import { progressOf } from './counts.ts'
import classes from './languages.module.css'
import { locales } from './locales.ts'
import { readCompleteness } from './queue.endpoints.ts'
import { languageName } from '../../platform/translations/store/language-names.ts'

/**
 * The status of a language: whether it is on the site or where its addresses redirect, and its translation progress.
 */
export function LocaleProgress({ locale }: { locale: AnyRecord }) {
  const { isEnabledOnSite, isInPreparation, isDefault, retiredAt, leadsToId } = locale
  return (
    <section className={classes['panel']} aria-label={t('Publication')}>
      <h2>{t('Publication')}</h2>
      {isDefault === true && (
        <p>{t('The default language. Every text is written in it, and all others fall back to it.')}</p>
      )}
      {isDefault !== true && isEnabledOnSite === true && (
        <p>
          <Chip tone="good">{t('Published')}</Chip>
        </p>
      )}
      {isEnabledOnSite !== true && typeof retiredAt !== 'string' && (
        <p>
          <Chip>{t('Not published yet')}</Chip>
        </p>
      )}
      {isInPreparation === true && (
        <p>
          <Chip tone="busy">{t('In preparation')}</Chip> {t('Translation in progress. Not public yet.')}
        </p>
      )}
      {typeof retiredAt === 'string' && (
        <>
          <p>
            <Chip tone="warn">{t('Unpublished')}</Chip> {formatInstant(retiredAt)}
          </p>
          {typeof leadsToId === 'number' ? <LeadsTo id={leadsToId} /> : <p>{t('Its URLs return 410 Gone.')}</p>}
        </>
      )}
      {isDefault !== true && (isEnabledOnSite === true || isInPreparation === true) && (
        <Progress code={String(locale['code'])} />
      )}
    </section>
  )
}

/** By the language's tag, because a reference carries only what staff called it in English. */
function LeadsTo({ id }: { id: number }) {
  const { data } = useRecord(locales, id)
  return data ? (
    <p>{t('Its URLs redirect to the same pages in {language}.', { language: languageName(data.code, data.name) })}</p>
  ) : null
}

function Progress({ code }: { code: string }) {
  const resources = useResources()
  const list = useRecordPaths()('translations', 'list')
  const { data } = useAnswer(readCompleteness)
  if (!data) return null
  const rows = [...Map.groupBy(data.fields, ({ resource }) => resource)]
    .map(([name, fields]) => ({ name, progress: progressOf(fields, code) }))
    .filter(({ progress }) => progress.total > 0)
  const all = progressOf(data.fields, code)
  return (
    <table className={classes['progress']}>
      <caption>
        {t('{share} of {total} texts are ready for readers', {
          share: formatPercent(all.share, 'measured'),
          total: formatNumber(all.total),
        })}
      </caption>
      <tbody>
        {rows.map(({ name, progress }) => {
          const label = t(resources.find((resource) => resource.name === name)?.label[1] ?? name)
          return (
            <tr key={name}>
              <th scope="row">{list === null ? label : <a href={`${list}?in=${code}&of=${name}`}>{label}</a>}</th>
              <td>{formatPercent(progress.share, 'measured')}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
