import type { ReactNode } from 'react'
import { formatMoney, formatNumber, formatPercent } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import { RecordLink } from '../../../ui/resource/record-link.tsx'
import classes from './dry-run.module.css'
import type { CodePreview } from './code-preview.ts'

interface DuplicateEvidenceProps {
  readonly supplier: string
  readonly draft: NonNullable<CodePreview['draft']>
  readonly duplicate: NonNullable<CodePreview['duplicate']>
  /** What can be done about it. */
  readonly children?: ReactNode
}

/** What a code would become beside the product that it looks like, and how alike they are. */
export function DuplicateEvidence({ supplier, draft, duplicate, children }: DuplicateEvidenceProps) {
  const { id, title, provider, city, retail, currency, rating, reviewCount, likeness, metres, pictures } = duplicate
  const rows: readonly (readonly [string, ReactNode, ReactNode])[] = [
    [
      t('Title'),
      draft.title,
      <RecordLink key="title" to="products" id={id}>
        {title}
      </RecordLink>,
    ],
    [t('Provider'), supplier, provider],
    [t('City'), draft.destination?.name ?? '–', city],
    [t('Retail from'), priceOf(draft.retail, draft.currency), priceOf(retail, currency)],
    [t('Rating'), ratingOf(draft), ratingOf({ rating, reviewCount })],
  ]
  return (
    <div className={classes['result']}>
      <p className={classes['head']}>
        <strong>{verdictOf(pictures.isSame)}</strong>
        <strong>{t('Titles are {share} alike', { share: formatPercent(likeness, 'measured') })}</strong>
        {metres !== null && <span>{t('{n} m apart', { n: formatNumber(metres) })}</span>}
      </p>
      <Pictures pictures={pictures} titles={[draft.title, title]} />
      <div className={classes['scroller']} tabIndex={0} role="group" aria-label={t('Evidence, scrolls sideways')}>
        <table className={classes['table']} aria-label={t('Evidence')}>
          <thead>
            <tr>
              <th scope="col">{t('Field')}</th>
              <th scope="col">{t('This code')}</th>
              <th scope="col">{t('Existing product')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(([label, theirs, ours]) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{theirs}</td>
                <td>{ours}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {children !== undefined && (
        <>
          <div className={classes['buttons']}>{children}</div>
          <p className={classes['note']}>
            {t('“Not the same” is remembered for this pair. “Import anyway” skips the comparison for this code.')}
          </p>
        </>
      )}
    </div>
  )
}

interface PicturesProps extends Pick<DuplicateEvidenceProps['duplicate'], 'pictures'> {
  readonly titles: readonly [code: string, product: string]
}

/** Both main pictures. */
function Pictures({ pictures: { code, product }, titles }: PicturesProps) {
  if (code === null && product === null) return null
  const sides = [
    [t('This code'), code, titles[0]],
    [t('Existing product'), product, titles[1]],
  ] as const
  return (
    <div className={classes['pictures']} role="group" aria-label={t('Pictures')}>
      {sides.map(([label, address, title]) => (
        <figure key={label}>
          {address === null ? (
            <div className={classes['missing']}>{t('No picture')}</div>
          ) : (
            <img src={address} alt={title} loading="lazy" />
          )}
          <figcaption>{label}</figcaption>
        </figure>
      ))}
    </div>
  )
}

function verdictOf(isSame: boolean | null): string {
  if (isSame === null) return t('Pictures not compared yet')
  return isSame ? t('Same picture') : t('Different pictures')
}

function priceOf(amount: number | null, currency: string): string {
  return amount === null ? '–' : formatMoney(amount, currency)
}

function ratingOf({ rating, reviewCount: n }: { rating: number | null; reviewCount: number }): string {
  return rating === null ? '–' : t('{rating} of 5 ({n} reviews)', { rating, n })
}
