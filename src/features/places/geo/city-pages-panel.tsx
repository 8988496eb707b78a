import { formatNumber } from '../../../core/i18n/formats.ts'
import { msg, t } from '../../../core/i18n/language.ts'
import { AnswerPanel } from '../../../ui/resource/answer-panel.tsx'
import { useAnswer } from '../../../ui/resource/client.web.ts'
import { Chip } from '../../../ui/resource/cells.tsx'
import { RecordLink } from '../../../ui/resource/record-link.tsx'
import { readCityPages } from './city-surroundings.ts'
import cards from '../../../ui/card-table.module.css'
import classes from './places.module.css'

const coverages = {
  live: [msg('Live'), 'good'],
  thin: [msg('Thin'), 'warn'],
  missing: [msg('Missing'), 'neutral'],
} as const

/** Below a city: its pages with subcategories, which of them are public and which have little to show. */
export function CityPagesPanel({ id }: { id: number }) {
  const answer = useAnswer(readCityPages, { params: { id } })
  return (
    <AnswerPanel title={t('Subcategory pages')} answer={answer}>
      {({ pages }) =>
        pages.length === 0 ? (
          <p>{t('The city has nothing in a subcategory yet.')}</p>
        ) : (
          <>
            <div
              className={`${classes['scroll']} ${classes['ofCards']}`}
              role="region"
              tabIndex={0}
              aria-label={t('Pages of the city by subcategory')}
            >
              <table role="table" className={`${cards['cards']} ${classes['table']}`}>
                <thead role="rowgroup">
                  <tr role="row">
                    <th role="columnheader" scope="col">
                      {t('Subcategory')}
                    </th>
                    <th role="columnheader" scope="col">
                      {t('Page')}
                    </th>
                    <th role="columnheader" scope="col">
                      {t('Category')}
                    </th>
                    <th role="columnheader" scope="col" className={classes['number']}>
                      {t('Live products')}
                    </th>
                    <th role="columnheader" scope="col" className={classes['number']}>
                      {t('Upcoming events')}
                    </th>
                    <th role="columnheader" scope="col" className={classes['number']}>
                      {t('Aliases')}
                    </th>
                  </tr>
                </thead>
                <tbody role="rowgroup">
                  {pages.map(({ subcategoryId, name, categoryName, products, events, aliases, coverage }) => (
                    <tr role="row" key={subcategoryId}>
                      <th role="rowheader" scope="row">
                        <RecordLink to="subcategories" id={subcategoryId}>
                          {name}
                        </RecordLink>
                      </th>
                      <td role="cell" data-corner="" data-coverage={coverage}>
                        <Chip tone={coverages[coverage][1]}>{t(coverages[coverage][0])}</Chip>
                      </td>
                      <td role="cell" data-label={t('Category')}>
                        {categoryName}
                      </td>
                      <td role="cell" className={classes['number']} data-label={t('Live products')}>
                        {formatNumber(products)}
                      </td>
                      <td role="cell" className={classes['number']} data-label={t('Upcoming events')}>
                        {formatNumber(events)}
                      </td>
                      <td role="cell" className={classes['number']} data-label={t('Aliases')}>
                        {formatNumber(aliases)}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
            <p className={classes['quiet']}>
              {t(
                'Live: a public page with three or more products and events. Thin: fewer than three. Missing: no public page, or nothing on it.',
              )}
            </p>
          </>
        )
      }
    </AnswerPanel>
  )
}
