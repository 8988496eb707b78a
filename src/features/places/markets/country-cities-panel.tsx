import { formatNumber } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import { AnswerPanel } from '../../../ui/resource/answer-panel.tsx'
import { cellOf } from '../../../ui/resource/cells.tsx'
import { useRows } from '../../../ui/resource/client.web.ts'
import { RecordLink } from '../../../ui/resource/record-link.tsx'
import { useRecordPaths } from '../../../ui/resource/record-paths.tsx'
import { cities } from '../geo/cities.ts'
import { cityLaunches } from '../geo/city-launches.ts'
import classes from '../geo/places.module.css'

/** Cities that are shown by themselves; the list has all of them. */
const shown = 10

/** Below a country: the cities there that most people know of, with how far each is launched. */
export function CountryCitiesPanel({ id }: { id: number }) {
  const answer = useRows(cityLaunches, {
    filter: { countryId: id },
    sort: [{ field: 'popularity', descending: true }],
    range: [0, shown - 1],
  })
  const list = useRecordPaths()(cities.name, 'list')
  const { stage } = cityLaunches.fields
  return (
    <AnswerPanel title={t('Cities')} answer={answer}>
      {({ rows, total }) =>
        rows.length === 0 ? (
          <p>{t('No city is in this country yet.')}</p>
        ) : (
          <>
            <div className={classes['scroll']} role="region" tabIndex={0} aria-label={t('Cities of the country')}>
              <table className={classes['table']}>
                <thead>
                  <tr>
                    <th scope="col">{t('City')}</th>
                    <th scope="col">{t('Launch stage')}</th>
                    <th scope="col" className={classes['number']}>
                      {t('Steps done')}
                    </th>
                    <th scope="col" className={classes['number']}>
                      {t('On sale')}
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {rows.map((row) => (
                    <tr key={row.id}>
                      <th scope="row">
                        <RecordLink to="cities" id={row.id}>
                          {row.name}
                        </RecordLink>
                      </th>
                      <td>{cellOf('stage', stage, row)}</td>
                      <td className={classes['number']}>{formatNumber(row.stepsDone)}</td>
                      <td className={classes['number']}>{formatNumber(row.sellable)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
            {list !== null && total > rows.length && (
              <p>
                <a href={`${list}?${new URLSearchParams({ filter: JSON.stringify({ countryId: id }) }).toString()}`}>
                  {t('All {n} cities of the country', { n: formatNumber(total) })}
                </a>
              </p>
            )}
          </>
        )
      }
    </AnswerPanel>
  )
}
