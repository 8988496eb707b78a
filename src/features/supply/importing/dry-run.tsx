import { formatNumber } from '../../../core/i18n/formats.ts'
import { msg, t } from '../../../core/i18n/language.ts'
import type { AnyField, Tone } from '../../../core/resource/fields.ts'
import { labelOf } from '../../../core/resource/fields.ts'
import { cellOf, Chip } from '../../../ui/resource/cells.tsx'
import { RecordLink } from '../../../ui/resource/record-link.tsx'
import type { UnitType } from '../../products/product-age-bands.ts'
import { unitLabels } from '../../products/product-age-bands.ts'
import { products } from '../../products/products.ts'
import { agesOf } from './band-labels.ts'
import classes from './dry-run.module.css'
import type { DryRun, DryRunField } from './code-preview.ts'

const outcomes: Readonly<Record<DryRun['outcome'], readonly [label: string, tone: Tone]>> = {
  create: [msg('New product'), 'good'],
  update: [msg('Changes a product'), 'busy'],
  unchanged: [msg('No changes'), 'neutral'],
  needs_mapping: [msg('Needs mapping'), 'warn'],
  duplicate: [msg('Duplicate'), 'warn'],
  rejected: [msg('Rejected'), 'neutral'],
  failed: [msg('Fails'), 'bad'],
}
const fates: Readonly<Record<DryRunField['outcome'], readonly [label: string, tone: Tone]>> = {
  written: [msg('Written'), 'good'],
  taken: [msg('Accepted by a rule'), 'good'],
  waiting: [msg('To the drift inbox'), 'warn'],
  refused: [msg('Kept: overridden'), 'busy'],
}

/** Parts of a product that it names by id and a dry run by name. */
const ownLabels: Readonly<Record<string, string>> = {
  city: msg('City'),
  subcategory: msg('Subcategory'),
  ageBands: msg('Age bands'),
  isNoIndex: msg('Not for search engines'),
}

/** What an import would write, field by field. Of a product that exists, the differences alone. */
export function DryRunResult({ dryRun }: { dryRun: DryRun }) {
  const { outcome, reason, productId, duplicateOfId, fields, unchanged, newOptions, currency, supplierCurrency } =
    dryRun
  const isNew = productId === null
  return (
    <div className={classes['result']}>
      <p className={classes['head']}>
        <Chip tone={outcomes[outcome][1]}>{t(outcomes[outcome][0])}</Chip>
        {reason !== null && reason !== '' && <span>{reason}</span>}
        {productId !== null && (
          <RecordLink to="products" id={productId}>
            {t('Open product')}
          </RecordLink>
        )}
        {duplicateOfId !== null && (
          <RecordLink to="products" id={duplicateOfId}>
            {t('Open the other product')}
          </RecordLink>
        )}
      </p>
      {currency !== null && currency !== supplierCurrency && (
        <p className={classes['note']}>
          {t('The supplier’s prices are in {theirs}, ours in {ours}. No price is written.', {
            theirs: supplierCurrency ?? '',
            ours: currency,
          })}
        </p>
      )}
      {fields.length > 0 && <FieldTable dryRun={dryRun} isNew={isNew} />}
      {newOptions.length > 0 && (
        <p className={classes['note']}>
          {t('{n, plural, one {Adds # option} other {Adds # options}}: {titles}', {
            n: newOptions.length,
            titles: newOptions.slice(0, 8).join(', '),
          })}
        </p>
      )}
      {unchanged > 0 && (
        <p className={classes['note']}>
          {t('{n, plural, one {# field is the same} other {# fields are the same}}', { n: unchanged })}
        </p>
      )}
    </div>
  )
}

function FieldTable({ dryRun: { fields, currency }, isNew }: { dryRun: DryRun; isNew: boolean }) {
  return (
    <div className={classes['scroller']} tabIndex={0} role="group" aria-label={t('Fields, scrolls sideways')}>
      <table className={classes['table']} aria-label={t('Dry run')}>
        <thead>
          <tr>
            <th scope="col">{t('Field')}</th>
            {!isNew && <th scope="col">{t('Ours now')}</th>}
            {!isNew && <th scope="col">{t('Supplier’s value')}</th>}
            <th scope="col">{t('After')}</th>
            {!isNew && <th scope="col">{t('Outcome')}</th>}
          </tr>
        </thead>
        <tbody>
          {fields.map((row) => (
            <tr key={row.field}>
              <th scope="row">{fieldLabel(row.field)}</th>
              {!isNew && <td>{valueOf(row.field, row.ours, currency)}</td>}
              {!isNew && <td>{valueOf(row.field, row.theirs, currency)}</td>}
              <td>{valueOf(row.field, row.after, currency)}</td>
              {!isNew && (
                <td>
                  <Chip tone={fates[row.outcome][1]}>{t(fates[row.outcome][0])}</Chip>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const fieldOfProduct = (key: string) => (products.fields as Readonly<Record<string, AnyField>>)[key]

function fieldLabel(key: string): string {
  const own = ownLabels[key]
  if (own !== undefined) return t(own)
  const field = fieldOfProduct(key)
  return field ? labelOf(key, field) : key
}

interface Band {
  readonly label: string
  readonly minAge: number
  readonly maxAge: number
  readonly type: UnitType
}

/** The supplier's label and ages, and the type that it becomes. */
function Bands({ bands }: { bands: readonly Band[] }) {
  return (
    <ul className={classes['bands']}>
      {bands.slice(0, 20).map((band) => (
        <li key={`${band.label} ${band.minAge} ${band.maxAge}`}>
          {band.label} · {agesOf(band)} → {t(unitLabels[band.type])}
        </li>
      ))}
      {bands.length > 20 && <li>{t('And {n} more.', { n: bands.length - 20 })}</li>}
    </ul>
  )
}

/** Formatted like the product's own page. */
function valueOf(key: string, value: unknown, currency: string | null) {
  // What is asked, without the codes that go with it.
  if (key === 'questions' && Array.isArray(value) && value.length > 0)
    return (value as readonly { question: string }[]).map(({ question }) => question).join(' · ')
  if (key === 'ageBands' && Array.isArray(value)) return <Bands bands={value as readonly Band[]} />
  const field = fieldOfProduct(key)
  if (field) return cellOf(key, field, { [key]: value, currency })
  if (typeof value === 'boolean') return value ? t('Yes') : t('No')
  return typeof value === 'number' ? formatNumber(value) : String(value ?? '–')
}
