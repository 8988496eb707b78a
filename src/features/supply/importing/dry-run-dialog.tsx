import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { t } from '../../../core/i18n/language.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { useAnswer } from '../../../ui/resource/client.web.ts'
import { Failure, PanelSkeleton } from '../../../ui/resource/states.tsx'
import { DryRunResult } from './dry-run.tsx'
import { DuplicateEvidence } from './duplicate-evidence.tsx'
import classes from './dry-run.module.css'
import { importEndpoints } from './import.endpoints.ts'
import type { Place } from './place-inputs.tsx'
import { StorefrontCard } from './storefront-card.tsx'
import type { SupplierFacts } from './supplier-facts.ts'

export interface DryRunDialogProps {
  readonly supplier: SupplierFacts
  /** At least one. Each is asked for when it is looked at, so that a long list costs no calls. */
  readonly codes: readonly string[]
  readonly place: Place | null
  readonly onClose: () => void
}

/** What an import of pasted codes would do, code by code. The supplier is asked, nothing is stored. */
export function DryRunDialog({ supplier, codes, place, onClose }: DryRunDialogProps) {
  const [at, setAt] = useState(0)
  const code = codes[at] ?? ''
  return (
    <Dialog title={t('Dry run')} onClose={onClose} size={980}>
      <div className={classes['dialog']}>
        <div className={classes['pager']}>
          <p role="status">
            <code>{code}</code> · {t('{at} of {total}', { at: at + 1, total: codes.length })}
          </p>
          <div className={classes['buttons']}>
            <Button variant="default" disabled={at === 0} onClick={() => setAt(at - 1)}>
              {t('Previous')}
            </Button>
            <Button variant="default" disabled={at + 1 >= codes.length} onClick={() => setAt(at + 1)}>
              {t('Next')}
            </Button>
          </div>
        </div>
        <OneCode key={code} supplier={supplier} code={code} place={place} />
      </div>
    </Dialog>
  )
}

function OneCode({ supplier, code, place }: Pick<DryRunDialogProps, 'supplier' | 'place'> & { code: string }) {
  const { dryRun } = useMemo(() => importEndpoints(supplier), [supplier])
  const { data, error, refetch } = useAnswer(dryRun, {
    query: {
      code,
      ...(typeof place?.cityId === 'number' && { cityId: place.cityId }),
      ...(typeof place?.subcategoryId === 'number' && { subcategoryId: place.subcategoryId }),
    },
    staleTime: 60_000,
    quiet: [409, 422],
  })
  if (error) return <Failure error={error} onRetry={() => void refetch()} what={t('Dry run')} />
  if (!data?.dryRun) return <PanelSkeleton />
  return (
    <div className={data.draft ? classes['side'] : undefined}>
      <div className={classes['dialog']}>
        {data.draft && data.duplicate && (
          <DuplicateEvidence supplier={supplier.name} draft={data.draft} duplicate={data.duplicate} />
        )}
        <DryRunResult dryRun={data.dryRun} />
      </div>
      {data.draft && <StorefrontCard draft={data.draft} />}
    </div>
  )
}
