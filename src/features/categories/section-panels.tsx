import { formatNumber } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { AnswerPanel } from '../../ui/resource/answer-panel.tsx'
import { useAnswer } from '../../ui/resource/client.web.ts'
import { RecordLink } from '../../ui/resource/record-link.tsx'
import { useRecordPaths } from '../../ui/resource/record-paths.tsx'
import { useMay } from '../../core/browser/session.web.ts'
import classes from './catalogue.module.css'
import { coverages, Legend, MoreCities, namedApart, PageLink, PageMatrix } from './page-yield.tsx'
import type { SectionMembers, YieldCell, YieldMatrix } from './section.endpoints.ts'
import { readCategoryMembers, readPageYield, readSubcategoryMembers } from './section.endpoints.ts'

type Section = 'categories' | 'subcategories'
type Kind = SectionMembers['kinds'][number]

/** Below a category: its contents, and its pages by city and subcategory. */
export function CategoryPanels({ id }: { id: number }) {
  const maySee = useMay()('ui', 'subcategories')
  const matrix = useAnswer(readPageYield, { query: { categoryId: String(id) }, enabled: maySee })
  return (
    <div className={classes['below']}>
      <MembersPanel of="categories" id={id} />
      {maySee && (
        <AnswerPanel title={t('City pages')} answer={matrix} className={classes['panel']}>
          {(data) =>
            data.cells.length === 0 ? (
              <p>{t('Its subcategories have no products or events yet.')}</p>
            ) : (
              <PageMatrix matrix={data} level="h3" />
            )
          }
        </AnswerPanel>
      )}
    </div>
  )
}

/** Below a subcategory: its contents, and its page in each city. */
export function SubcategoryPanels({ id }: { id: number }) {
  const matrix = useAnswer(readPageYield, { query: { subcategoryId: String(id) } })
  return (
    <div className={classes['below']}>
      <MembersPanel of="subcategories" id={id} />
      <AnswerPanel title={t('City pages')} answer={matrix} className={classes['panel']}>
        {(data) =>
          data.cells.length === 0 ? (
            <p>{t('It has no products or events yet, so it has no pages.')}</p>
          ) : (
            <CityPages matrix={data} />
          )
        }
      </AnswerPanel>
    </div>
  )
}

/** Missing pages with demand first, then those with the largest supply. */
function CityPages({ matrix }: { matrix: YieldMatrix }) {
  const cityName = namedApart(matrix.cities)
  const cells = matrix.cells.toSorted(
    (a, b) => b.priority - a.priority || b.orders - a.orders || b.products + b.events - a.products - a.events,
  )
  return (
    <>
      <div className={classes['matrixBox']} role="region" tabIndex={0} aria-label={t('Pages by city')}>
        <table className={`${classes['matrix']} ${classes['cityPages']}`}>
          <thead>
            <tr>
              <th scope="col">{t('City')}</th>
              <th scope="col">{t('Page')}</th>
              <th scope="col">{t('Alias')}</th>
              <th scope="col">{t('Live products')}</th>
              <th scope="col">{t('Live events')}</th>
              <th scope="col">{t('Orders in {days} days', { days: matrix.days })}</th>
            </tr>
          </thead>
          <tbody>
            {cells.map((cell) => (
              <tr key={cell.cityId}>
                <th scope="row">
                  <RecordLink to="cities" id={cell.cityId}>
                    {cityName(cell.cityId)}
                  </RecordLink>
                </th>
                <td data-coverage={cell.coverage}>{t(coverages[cell.coverage])}</td>
                <td>
                  <AliasOf cell={cell} city={cityName(cell.cityId)} />
                </td>
                <td>{formatNumber(cell.products)}</td>
                <td>{formatNumber(cell.events)}</td>
                <td>{formatNumber(cell.orders)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={classes['legend']}>
        <Legend />
        {matrix.cityCount > matrix.cities.length && <MoreCities matrix={matrix} />}
      </p>
    </>
  )
}

function AliasOf({ cell, city }: { cell: YieldCell; city: string }) {
  const mayWrite = useMay()('write', 'aliases')
  if (cell.aliasId !== null)
    return (
      <PageLink cell={cell}>
        <span>{t('{n, plural, one {# published} other {# published}}', { n: cell.pages })}</span>
      </PageLink>
    )
  if (!mayWrite) return '–'
  return (
    <PageLink cell={cell}>
      {t('Write')}
      <span className="visually-hidden"> {t('the page of {city}', { city })}</span>
    </PageLink>
  )
}

const conditions: Readonly<Record<Section, Readonly<Record<Kind['resource'], string>>>> = {
  categories: {
    subcategories: 'categoryId',
    products: 'subcategoryIds',
    events: 'categoryId',
    aliases: 'subcategoryIds',
  },
  subcategories: {
    subcategories: 'id',
    products: 'subcategoryIds',
    events: 'subcategoryId',
    aliases: 'subcategoryIds',
  },
}

/** The contents of a section: how many of each kind, with a link to their list, and the titles of the first few. */
function MembersPanel({ of, id }: { of: Section; id: number }) {
  const ofCategory = useAnswer(readCategoryMembers, { params: { id }, enabled: of === 'categories' })
  const ofSubcategory = useAnswer(readSubcategoryMembers, { params: { id }, enabled: of === 'subcategories' })
  return (
    <AnswerPanel
      title={t('Members')}
      answer={of === 'categories' ? ofCategory : ofSubcategory}
      className={classes['panel']}
    >
      {({ kinds }) => (
        <>
          {kinds.length === 0 && (
            <p>{t('Its contents are visible to people who can see products, events or aliases.')}</p>
          )}
          {kinds.length > 0 && (
            <ul className={classes['members']}>
              {kinds.map((kind) => (
                <Members key={kind.resource} kind={kind} condition={conditions[of][kind.resource]} />
              ))}
            </ul>
          )}
        </>
      )}
    </AnswerPanel>
  )
}

function Members({ kind: { resource, count, first, ids }, condition }: { kind: Kind; condition: string }) {
  const list = useRecordPaths()(resource, 'list')
  const words = countWords(resource, count)
  const rest = count - first.length
  return (
    <li>
      {list === null || count === 0 ? (
        <strong>{words}</strong>
      ) : (
        <strong>
          <a href={`${list}?filter=${encodeURIComponent(JSON.stringify({ [condition]: ids }))}`}>{words}</a>
        </strong>
      )}
      {first.length > 0 && (
        <span>
          {first.map((one, place) => (
            <span key={one.id}>
              {place > 0 && ', '}
              <RecordLink to={resource} id={one.id}>
                {one.title}
              </RecordLink>
            </span>
          ))}
          {rest > 0 && ` ${t('and {n} more', { n: formatNumber(rest) })}`}
        </span>
      )}
    </li>
  )
}

function countWords(resource: Kind['resource'], n: number): string {
  if (resource === 'subcategories') return t('{n, plural, one {# subcategory} other {# subcategories}}', { n })
  if (resource === 'products') return t('{n, plural, one {# product} other {# products}}', { n })
  return resource === 'events'
    ? t('{n, plural, one {# event} other {# events}}', { n })
    : t('{n, plural, one {# alias} other {# aliases}}', { n })
}
