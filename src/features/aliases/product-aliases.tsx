import { t } from '../../core/i18n/language.ts'
import { AnswerPanel } from '../../ui/resource/answer-panel.tsx'
import type { RecordPartProps } from '../../ui/resource/screen-parts.web.ts'
import { useMay } from '../../core/browser/session.web.ts'
import { useRows } from '../../ui/resource/client.web.ts'
import { cellOf } from '../../ui/resource/cells.tsx'
import { useRecordPaths } from '../../ui/resource/record-paths.tsx'
import { aliases } from './aliases.ts'
import classes from './product-aliases.module.css'

const byTitle = [{ field: 'title', descending: false }] as const

/** The public pages that front a product, whether or not they sell it at this moment. */
export function ProductAliases({ record }: RecordPartProps) {
  return useMay()('ui', aliases.access.object) ? <Fronting id={record.id} /> : null
}

function Fronting({ id }: { id: number }) {
  const answer = useRows(aliases, { filter: { productIds: [id] }, sort: byTitle, range: [0, 49] })
  const paths = useRecordPaths()
  return (
    <AnswerPanel title={t('Aliases')} answer={answer} className={classes['panel']}>
      {({ rows }) =>
        rows.length === 0 ? (
          <p>{t('No page sells it yet, so visitors can’t find it.')}</p>
        ) : (
          <div className={classes['scroll']} role="group" tabIndex={0} aria-label={t('Aliases')}>
            <table className={classes['table']} aria-label={t('Aliases')}>
              <thead>
                <tr>
                  <th scope="col">{t('Alias')}</th>
                  <th scope="col">{t('Publication')}</th>
                  <th scope="col">{t('Sells')}</th>
                  <th scope="col" className={classes['number']}>
                    {t('Live products')}
                  </th>
                </tr>
              </thead>
              <tbody>
                {rows.map((alias) => (
                  <tr key={alias.id}>
                    <td>
                      <a href={paths('aliases', 'update', alias.id) ?? undefined}>{alias.title}</a>
                    </td>
                    <td>{cellOf('publication', aliases.fields.publication, alias)}</td>
                    <td>
                      {alias.chosenProductId === id
                        ? t('This product')
                        : alias.chosenProductId === null
                          ? t('Nothing')
                          : t('Another product')}
                    </td>
                    <td className={classes['number']}>
                      {t('{live} of {all}', { live: alias.liveCount, all: alias.memberCount })}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )
      }
    </AnswerPanel>
  )
}
