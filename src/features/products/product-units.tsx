import type { ReactNode } from 'react'
import { formatMoney, formatNumber } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { cellOf, Chip } from '../../ui/resource/cells.tsx'
import { RecordLink } from '../../ui/resource/record-link.tsx'
import { useRecordPaths } from '../../ui/resource/record-paths.tsx'
import { Waiting } from '../../ui/resource/states.tsx'
import { useMay } from '../../core/browser/session.web.ts'
import { productAgeBands } from './product-age-bands.ts'
import { productOptions } from './product-options.ts'
import type { OptionRow, UnitRow } from './product-units.web.ts'
import { groupsOnPage, useOptions, useUnits } from './product-units.web.ts'
import cards from '../../ui/card-table.module.css'
import classes from './products.module.css'
import { UnitRulers } from './unit-rulers.tsx'
import { unitsOf } from './units-of-options.ts'

/**
 * What can be booked of a product, and by whom: its options and its units, each for callers who have permission to see
 * them.
 */
export function ProductUnits({ product }: { product: AnyRecord }) {
  const may = useMay()
  return (
    <>
      {may('ui', 'product-options') && <Options product={product} />}
      {may('ui', 'product-age-bands') && <Units productId={product.id} />}
    </>
  )
}

/** They have a column only where an option says them: a column that is empty takes the room of the others. */
const lists = ['startTimes', 'languages'] as const
const said = { startTimes: () => t('Times'), languages: () => t('Languages') }

function Options({ product: { id } }: { product: AnyRecord }) {
  const { data } = useOptions(id)
  if (!data) return <Waiting />
  const shown = lists.filter((key) => data.rows.some((row) => row[key].length > 0))
  return (
    <section className={classes['panel']} aria-label={t('Options')}>
      <h2>{t('Options')}</h2>
      {data.rows.length === 0 ? (
        <p>{t('No options yet.')}</p>
      ) : (
        <div className={classes['scroll']} role="group" tabIndex={0} aria-label={t('Options')}>
          <table role="table" className={`${cards['cards']} ${classes['table']}`} aria-label={t('Options')}>
            <thead role="rowgroup">
              <tr role="row">
                <th role="columnheader" scope="col">
                  {t('Option')}
                </th>
                {shown.map((key) => (
                  <th key={key} role="columnheader" scope="col">
                    {said[key]()}
                  </th>
                ))}
                <th role="columnheader" scope="col" className={classes['number']}>
                  {t('Available, next 30 days')}
                </th>
                <th role="columnheader" scope="col">
                  {t('State')}
                </th>
              </tr>
            </thead>
            <tbody role="rowgroup">
              {data.rows.map((option) => (
                <OptionLine key={option.id} option={option} shown={shown} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}

function OptionLine({ option, shown }: { option: OptionRow; shown: readonly (typeof lists)[number][] }) {
  const paths = useRecordPaths()
  return (
    <tr role="row">
      <td role="cell">
        <span className={classes['named']}>
          <a href={paths('product-options', 'update', option.id) ?? undefined}>{option.title}</a>
          {option.isDefault && <Chip tone="busy">{t('Default')}</Chip>}
        </span>
      </td>
      {shown.map((key) => (
        <td key={key} role="cell" data-label={said[key]()}>
          <span>{cellOf(key, productOptions.fields[key], option)}</span>
        </td>
      ))}
      <td role="cell" className={classes['number']} data-label={t('Available, next 30 days')}>
        {formatNumber(option.availableDays)}
      </td>
      <td role="cell" data-corner="">
        {option.isActive ? t('Active') : t('Not active')}
      </td>
    </tr>
  )
}

/** Who can book a product, at which price: the units of each of its options. */
function Units({ productId }: { productId: number }) {
  const units = useUnits(productId)
  const options = useOptions(productId)
  if (!units.data || options.isLoading) return <Waiting />
  const { rows } = units.data
  return (
    <UnitsPanel bands={rows} isByOption={rows.some(({ optionId }) => optionId !== null)}>
      <UnitRulers groups={groupsOnPage(rows, rows, options.data?.rows ?? null)} />
    </UnitsPanel>
  )
}

/** Who can book an option, at which price: the units shared across its product, and its own. */
export function OptionUnits({ option: { id, ...option } }: { option: AnyRecord }) {
  const { data } = useUnits(Number(option['productId']))
  if (!data) return <Waiting />
  const bands = unitsOf(data.rows, id)
  return (
    <UnitsPanel bands={bands} isByOption={data.rows.some(({ optionId }) => optionId !== null)}>
      <UnitRulers groups={[{ options: [], bands }]} />
    </UnitsPanel>
  )
}

interface UnitsPanelProps {
  readonly bands: readonly UnitRow[]
  readonly isByOption: boolean
  readonly children: ReactNode
}

function UnitsPanel({ bands, isByOption, children }: UnitsPanelProps) {
  return (
    <section className={classes['panel']} aria-label={t('Age bands')}>
      <h2>{t('Age bands')}</h2>
      {bands.length === 0 ? (
        <p>{t('No age bands yet.')}</p>
      ) : (
        <>
          {children}
          <div className={classes['scroll']} role="group" tabIndex={0} aria-label={t('Age bands')}>
            <table role="table" className={`${cards['cards']} ${classes['table']}`} aria-label={t('Age bands')}>
              <thead role="rowgroup">
                <tr role="row">
                  <th role="columnheader" scope="col">
                    {t('Band')}
                  </th>
                  {isByOption && (
                    <th role="columnheader" scope="col">
                      {t('Option')}
                    </th>
                  )}
                  <th role="columnheader" scope="col">
                    {t('Type')}
                  </th>
                  <th role="columnheader" scope="col" className={classes['number']}>
                    {t('Ages')}
                  </th>
                  <th role="columnheader" scope="col" className={classes['number']}>
                    {t('Net')}
                  </th>
                  <th role="columnheader" scope="col" className={classes['number']}>
                    {t('Retail')}
                  </th>
                </tr>
              </thead>
              <tbody role="rowgroup">
                {bands.map((band) => (
                  <UnitLine key={band.id} band={band} isByOption={isByOption} />
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
    </section>
  )
}

function UnitLine({ band, isByOption }: { band: UnitRow; isByOption: boolean }) {
  return (
    <tr role="row">
      <td role="cell">
        <RecordLink to="product-age-bands" id={band.id}>
          {band.title}
        </RecordLink>
      </td>
      {isByOption && (
        <td role="cell" data-label={t('Option')}>
          {band.option ? (
            <RecordLink to="product-options" id={band.option.id}>
              {band.option.title}
            </RecordLink>
          ) : (
            <span className={classes['quiet']}>{t('Every option')}</span>
          )}
        </td>
      )}
      <td role="cell" data-label={t('Type')}>
        {cellOf('type', productAgeBands.fields.type, band)}
      </td>
      <td role="cell" className={classes['number']} data-label={t('Ages')}>
        <span>
          {formatNumber(band.minAge)}–{formatNumber(band.maxAge)}
        </span>
      </td>
      <td role="cell" className={classes['number']} data-label={t('Net')}>
        {formatMoney(band.net, band.currency)}
      </td>
      <td role="cell" className={classes['number']} data-corner="">
        {band.isBelowNet && (
          <>
            <span className={classes['drift']}>{t('Below net')}</span>{' '}
          </>
        )}
        {formatMoney(band.retail, band.currency)}
      </td>
    </tr>
  )
}
