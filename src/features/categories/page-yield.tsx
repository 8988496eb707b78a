import type { ReactNode } from 'react'
import { formatNumber } from '../../core/i18n/formats.ts'
import { msg, t } from '../../core/i18n/language.ts'
import { useAnswer } from '../../ui/resource/client.web.ts'
import { useRecordPaths } from '../../ui/resource/record-paths.tsx'
import { Failure, FormSkeleton } from '../../ui/resource/states.tsx'
import { useMay } from '../../core/browser/session.web.ts'
import classes from './catalogue.module.css'
import type { YieldCell, YieldMatrix } from './section.endpoints.ts'
import { readPageYield } from './section.endpoints.ts'

/** The state of a page of a city and a subcategory, in one word. */
export const coverages = { live: msg('live'), thin: msg('thin'), missing: msg('missing') }
/** Pages named as those to write next. */
const named = 4

/** Every page of a city and a subcategory: its supply, the demand for it, and whether it is public. */
export function PageYield() {
  const { data, error, refetch } = useAnswer(readPageYield)
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} what={t('Page yield')} />
  if (!data) return <FormSkeleton />
  if (data.cells.length === 0) return <p>{t('No products or events in a subcategory yet.')}</p>
  return <PageMatrix matrix={data} />
}

/** Cities by subcategories, and above them which pages to write next. `level`: of the heading above them. */
export function PageMatrix({ matrix, level: Heading = 'h2' }: { matrix: YieldMatrix; level?: 'h2' | 'h3' }) {
  const paths = useRecordPaths()
  const cells = new Map(matrix.cells.map((cell) => [`${cell.cityId} ${cell.subcategoryId}`, cell]))
  const shown = matrix.subcategories.filter(({ id }) => matrix.cells.some(({ subcategoryId }) => subcategoryId === id))
  const next = matrix.cells
    .filter(({ priority }) => priority > 0)
    .toSorted((a, b) => b.priority - a.priority)
    .slice(0, named)
  const cityName = namedApart(matrix.cities)
  return (
    <>
      {next.length > 0 && <WriteNext cells={next} matrix={matrix} level={Heading} />}
      <div
        className={classes['matrixBox']}
        role="region"
        tabIndex={0}
        aria-label={t('Page yield by city and subcategory')}
      >
        <table className={classes['matrix']}>
          <caption className="visually-hidden">
            {t('Live products and events, and orders of the last {days} days', { days: matrix.days })}
          </caption>
          <thead>
            <tr>
              <th scope="col">{t('City')}</th>
              {shown.map(({ id, name }) => {
                const href = paths('subcategories', 'update', id)
                return (
                  <th key={id} scope="col">
                    <span>{href === null ? name : <a href={href}>{name}</a>}</span>
                  </th>
                )
              })}
            </tr>
          </thead>
          <tbody>
            {matrix.cities.map((city) => (
              <tr key={city.id}>
                <th scope="row">{cityName(city.id)}</th>
                {shown.map(({ id }) => {
                  const cell = cells.get(`${city.id} ${id}`)
                  return cell ? (
                    <td key={id} data-coverage={cell.coverage} title={yieldWords(cell, matrix.days)}>
                      <PageLink cell={cell}>
                        {formatNumber(cell.products + cell.events)} · {formatNumber(cell.orders)}{' '}
                        <small>{t(coverages[cell.coverage])}</small>
                      </PageLink>
                    </td>
                  ) : (
                    <td key={id} />
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={classes['legend']}>
        <span>
          {t(
            'Each cell: live products and events · orders in the last {days} days. Opens the alias that covers it, or creates one.',
            { days: matrix.days },
          )}
        </span>
        <Legend />
        {matrix.cityCount > matrix.cities.length && <MoreCities matrix={matrix} />}
      </p>
    </>
  )
}

interface WriteNextProps {
  readonly cells: readonly YieldCell[]
  readonly matrix: YieldMatrix
  readonly level: 'h2' | 'h3'
}

/** The pages whose demand is the least met, the first one first. */
function WriteNext({ cells, matrix, level: Heading }: WriteNextProps) {
  const cityName = namedApart(matrix.cities)
  const nameOf = (places: readonly { id: number; name: string }[], id: number) =>
    places.find((place) => place.id === id)?.name ?? ''
  return (
    <>
      <Heading className={classes['heading']} id="write-next">
        {t('Write next')}
      </Heading>
      <ul className={classes['next']} aria-labelledby="write-next">
        {cells.map((cell) => (
          <li key={`${cell.cityId} ${cell.subcategoryId}`}>
            <strong>
              <PageLink cell={cell}>
                {t('{subcategory} in {city}', {
                  subcategory: nameOf(matrix.subcategories, cell.subcategoryId),
                  city: cityName(cell.cityId),
                })}
              </PageLink>
            </strong>
            <span>{yieldWords(cell, matrix.days)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

/** The meaning of each state. */
export function Legend() {
  return (
    <>
      <span>
        {t('live: city and subcategory are public, or an alias of both is, with three products and events or more')}
      </span>
      <span>{t('thin: fewer than three')}</span>
      <span>{t('missing: no public page, or nothing to show on it')}</span>
    </>
  )
}

/** Shown when there are more cities than fit. */
export function MoreCities({ matrix: { cities, cityCount } }: { matrix: YieldMatrix }) {
  return (
    <span>
      {t('The {shown} of {count} cities with the most sales and offers', {
        shown: formatNumber(cities.length),
        count: formatNumber(cityCount),
      })}
    </span>
  )
}

/** Names cities by their ids, with the country where two of them are called the same. */
export function namedApart(cities: YieldMatrix['cities']): (id: number) => string {
  const byName = Map.groupBy(cities, ({ name }) => name)
  const byId = new Map(
    cities.map((city) => [
      city.id,
      (byName.get(city.name)?.length ?? 0) > 1 ? `${city.name} (${city.country})` : city.name,
    ]),
  )
  return (id) => byId.get(id) ?? ''
}

/** Links to the alias that covers the pair, or to creating one; plain text without permission for either. */
export function PageLink({ cell, children }: { cell: YieldCell; children: ReactNode }) {
  const paths = useRecordPaths()
  const mayWrite = useMay()('write', 'aliases')
  const create = mayWrite ? paths('aliases', 'create') : null
  const href =
    cell.aliasId !== null
      ? paths('aliases', 'update', cell.aliasId)
      : create && `${create}?cityId=${cell.cityId}&subcategoryId=${cell.subcategoryId}`
  return href === null ? children : <a href={href}>{children}</a>
}

function yieldWords({ products, events, orders, pages, coverage }: YieldCell, days: number): string {
  return [
    t('{n, plural, one {# live product} other {# live products}}', { n: products }),
    t('{n, plural, one {# live event} other {# live events}}', { n: events }),
    t('{orders, plural, one {# order} other {# orders}} in {days} days', { orders, days }),
    ...(pages > 0 ? [t('{n, plural, one {# published alias} other {# published aliases}}', { n: pages })] : []),
    t('page {coverage}', { coverage: t(coverages[coverage]) }),
  ].join(', ')
}
