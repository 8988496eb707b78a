import { formatMoney, formatNumber } from '../../kit/formats.ts'
import { t } from '../../kit/language.ts'
import type { AnyRecord } from '../../kit/screens/client.web.ts'
import { useRows } from '../../kit/screens/client.web.ts'
import { cellOf, Chip } from '../../kit/screens/cells.tsx'
import { useRecordPaths } from '../../kit/screens/record-paths.tsx'
import { useMay } from '../../kit/session.web.ts'
import { AgeRuler } from './age-ruler.tsx'
import { productAgeBands } from './product-age-bands.ts'
import { productOptions } from './product-options.ts'
import classes from './products.module.css'

const byId = [{ field: 'id', descending: false }] as const

/** What can be booked of a product, and for whom: its options and its units, each for those who may see them. */
export function ProductUnits({ product }: { product: AnyRecord }) {
  const may = useMay()
  return (
    <>
      {may('ui', 'product-options') && <Options product={product} />}
      {may('ui', 'product-age-bands') && <Units productId={product.id} />}
    </>
  )
}

function Options({ product: { id } }: { product: AnyRecord }) {
  const { data } = useRows(productOptions, { filter: { productId: id }, sort: byId, range: [0, 99] })
  const paths = useRecordPaths()
  if (!data) return null
  return (
    <section className={classes['panel']} aria-label={t('Options')}>
      <h2>{t('Options')}</h2>
      {data.rows.length === 0 ? <p>{t('It has no options yet.')}</p> : (
        <div className={classes['scroll']} role="group" tabIndex={0} aria-label={t('Options')}>
          <table className={classes['table']} aria-label={t('Options')}>
            <thead>
              <tr><th scope="col">{t('Option')}</th><th scope="col">{t('Times')}</th><th scope="col">{t('Languages')}</th><th scope="col" className={classes['number']}>{t('Available, next 30 days')}</th><th scope="col">{t('State')}</th></tr>
            </thead>
            <tbody>
              {data.rows.map((option) => (
                <tr key={option.id}>
                  <td><a href={paths('product-options', 'update', option.id) ?? undefined}>{option.title}</a> {option.isDefault && <Chip tone="busy">{t('Default')}</Chip>}</td>
                  <td>{cellOf('startTimes', productOptions.fields.startTimes, option)}</td>
                  <td>{cellOf('languages', productOptions.fields.languages, option)}</td>
                  <td className={classes['number']}>{formatNumber(option.availableDays)}</td>
                  <td>{option.isActive ? t('Active') : t('Not active')}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}

/** For whom a product can be booked, at which price. */
export function Units({ productId }: { productId: number }) {
  const { data } = useRows(productAgeBands, { filter: { productId }, sort: byId, range: [0, 99] })
  const paths = useRecordPaths()
  if (!data) return null
  return (
    <section className={classes['panel']} aria-label={t('Age bands')}>
      <h2>{t('Age bands')}</h2>
      {data.rows.length === 0 ? <p>{t('It has no age bands yet.')}</p> : (
        <>
          <AgeRuler bands={data.rows} />
          <div className={classes['scroll']} role="group" tabIndex={0} aria-label={t('Age bands')}>
            <table className={classes['table']} aria-label={t('Age bands')}>
              <thead>
                <tr><th scope="col">{t('Band')}</th><th scope="col">{t('Type')}</th><th scope="col" className={classes['number']}>{t('Net')}</th><th scope="col" className={classes['number']}>{t('Retail')}</th></tr>
              </thead>
              <tbody>
                {data.rows.map((band) => (
                  <tr key={band.id}>
                    <td><a href={paths('product-age-bands', 'update', band.id) ?? undefined}>{band.title}</a></td>
                    <td>{cellOf('type', productAgeBands.fields.type, band)}</td>
                    <td className={classes['number']}>{formatMoney(band.net, band.currency)}</td>
                    <td className={classes['number']}>{band.isBelowNet && <><span className={classes['drift']}>{t('Below net')}</span> </>}{formatMoney(band.retail, band.currency)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
    </section>
  )
}
