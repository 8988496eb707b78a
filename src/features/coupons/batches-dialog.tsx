import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { formatInstant, formatNumber } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import type { RecordOf } from '../../core/resource/resource.ts'
import { useCommand, useRows } from '../../ui/resource/client.web.ts'
import { useRecordPaths } from '../../ui/resource/record-paths.tsx'
import { Failure } from '../../ui/resource/states.tsx'
import { useMay } from '../../core/browser/session.web.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { rich } from '../../ui/rich.tsx'
import { couponBatches, isGrowing } from './coupon-batches.ts'
import classes from './coupon-screens.module.css'
import { coupons } from './coupons.ts'
import { askEvery, downloadCodes, filterOf } from './batch-codes.web.ts'
import { resumeCouponBatch } from './generate-coupons.ts'

const refresh = [coupons, couponBatches] as const
const newest = { sort: [{ field: 'createdAt', descending: true }], range: [0, 49] } as const

/** The last batches of codes: what was made, and the rest of what was interrupted. */
export function BatchesDialog({ onClose }: { onClose: () => void }) {
  const paths = useRecordPaths()
  const { data, error, refetch } = useRows(couponBatches, newest)
  const resume = useCommand(resumeCouponBatch, { refresh })
  const grows = data?.rows.some(isGrowing) ?? false
  useEffect(() => {
    if (!grows) return undefined
    const timer = setInterval(() => void refetch(), askEvery)
    return () => clearInterval(timer)
  }, [grows, refetch])
  const list = paths(coupons.name, 'list')
  return (
    <Dialog title={t('Batches of codes')} onClose={onClose} size={820}>
      {error && <Failure error={error} onRetry={() => void refetch()} what={t('Batches')} />}
      {data?.rows.length === 0 && <p>{t('No codes have been generated yet.')}</p>}
      {data && data.rows.length > 0 && (
        <table className={classes['table']} aria-label={t('Batches of codes')}>
          <thead>
            <tr>
              <th scope="col">{t('Name')}</th>
              <th scope="col">{t('Prefix')}</th>
              <th scope="col" className={classes['number']}>
                {t('Codes')}
              </th>
              <th scope="col">{t('Generated')}</th>
              <th scope="col">
                <span className="visually-hidden">{t('Commands')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {data.rows.map((batch) => (
              <BatchRow
                key={batch.id}
                batch={batch}
                href={list ? `${list}${filterOf(batch.id)}` : null}
                onLeave={onClose}
                isResuming={resume.isPending}
                onResume={() => resume.mutate({ params: { id: batch.id } })}
              />
            ))}
          </tbody>
        </table>
      )}
    </Dialog>
  )
}

interface BatchRowProps {
  readonly batch: RecordOf<typeof couponBatches>
  /** The list of its codes; null without permission to see it. */
  readonly href: string | null
  readonly onLeave: () => void
  readonly isResuming: boolean
  readonly onResume: () => void
}

function BatchRow({ batch, href, onLeave, isResuming, onResume }: BatchRowProps) {
  const may = useMay()
  return (
    <tr>
      <td>
        {href !== null ? (
          <a href={href} onClick={onLeave}>
            {batch.name}
          </a>
        ) : (
          batch.name
        )}
      </td>
      <td>{batch.prefix}</td>
      <td className={classes['number']}>
        {batch.made < batch.wanted
          ? t('{done} of {all}', { done: formatNumber(batch.made), all: formatNumber(batch.wanted) })
          : formatNumber(batch.made)}
        {batch.stoppedBecause !== null && <div className={classes['problem']}>{batch.stoppedBecause}</div>}
      </td>
      <td>
        {rich('{createdAt} by {createdBy}', {
          createdAt: <time dateTime={batch.createdAt}>{formatInstant(batch.createdAt)}</time>,
          createdBy: batch.createdBy,
        })}
      </td>
      <td>
        <div className={classes['buttons']}>
          {batch.stoppedBecause !== null && may('write', 'coupons') && (
            <Button
              variant="default"
              size="compact-sm"
              aria-label={t('Generate the rest of {name}', { name: batch.name })}
              loading={isResuming}
              onClick={onResume}
            >
              {t('Generate the rest')}
            </Button>
          )}
          {may('export', 'coupons') && (
            <Button
              variant="default"
              size="compact-sm"
              aria-label={t('Download the codes of {name}', { name: batch.name })}
              onClick={() => void downloadCodes(batch.id)}
            >
              {t('Download CSV')}
            </Button>
          )}
        </div>
      </td>
    </tr>
  )
}
