import { Button } from '@mantine/core'
import { useEffect, useMemo, useState } from 'react'
import { FailedRequest } from '../../../core/browser/request-errors.web.ts'
import { formatNumber, formatPercent, percentMark } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { DigitsInput } from '../../../ui/digits-input.tsx'
import { usePage } from '../../../ui/page-context.tsx'
import { AnswerPanel } from '../../../ui/resource/answer-panel.tsx'
import { useAnswer, useCommand } from '../../../ui/resource/client.web.ts'
import { toast } from '../../../ui/toast-store.web.ts'
import type { SupplierFacts } from '../importing/supplier-facts.ts'
import { Ago, HeldBack } from './held-back-changes.tsx'
import type { SupplierSync } from './sync.endpoints.ts'
import { syncEndpoints } from './sync.endpoints.ts'
import classes from './syncing.module.css'

/** How often a sync is looked at while it lasts, in milliseconds. */
const lookEvery = 5_000

/** On the page of a supplier's imports: how old its products are, and which of its changes wait for a decision. */
export function SyncPanel({ supplier }: { supplier: SupplierFacts }) {
  const { mayWrite } = usePage()
  const { readSync } = useMemo(() => syncEndpoints(supplier), [supplier])
  const answer = useAnswer(readSync)
  const { refetch } = answer
  const isRunning = answer.data?.isRunning ?? false
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    if (!isRunning) return undefined
    const timer = setInterval(() => void refetch(), lookEvery)
    return () => clearInterval(timer)
  }, [isRunning, refetch])
  return (
    <AnswerPanel
      title={t('Sync')}
      answer={answer}
      className={classes['panel']}
      // The panel keeps the height of its facts by itself; a skeleton is higher.
      waiting={<p className={classes['waiting']}>{t('Loading…')}</p>}
      commands={
        mayWrite &&
        answer.data && (
          <Button variant="default" size="compact-sm" aria-haspopup="dialog" onClick={() => setOpen(true)}>
            {t('Sync settings')}
          </Button>
        )
      }
    >
      {(sync) => (
        <>
          {sync.quarantined.map((delta) => (
            <HeldBack key={delta.id} supplier={supplier} delta={delta} onDecided={() => void refetch()} />
          ))}
          {sync.problem !== null && (
            <p className={classes['problem']} role="note">
              {sync.problem} {sync.problemAt !== null && <Ago instant={sync.problemAt} />}
            </p>
          )}
          <SyncFacts sync={sync} />
          {isOpen && (
            <SettingsDialog
              supplier={supplier}
              share={sync.quarantineShare}
              onClose={() => {
                setOpen(false)
                void refetch()
              }}
            />
          )}
        </>
      )}
    </AnswerPanel>
  )
}

function SyncFacts({ sync }: { sync: SupplierSync }) {
  const { finishedAt, availabilityAt, staleAvailability, products, gone, failed, waiting, isRunning } = sync
  return (
    <dl className={classes['facts']}>
      <div>
        <dt>{t('Last sync')}</dt>
        <dd>{isRunning ? t('Running') : finishedAt === null ? t('Never') : <Ago instant={finishedAt} />}</dd>
      </div>
      <div>
        <dt>{t('Synced products')}</dt>
        <dd>{formatNumber(products)}</dd>
      </div>
      {waiting > 0 && (
        <div>
          <dt>{t('To fetch')}</dt>
          <dd>{formatNumber(waiting)}</dd>
        </div>
      )}
      <div>
        <dt>{t('Off at the supplier')}</dt>
        <dd>{formatNumber(gone)}</dd>
      </div>
      <div>
        <dt>{t('Failed')}</dt>
        <dd>{formatNumber(failed)}</dd>
      </div>
      <div>
        <dt>{t('Oldest availability')}</dt>
        <dd>{availabilityAt === null ? t('None') : <Ago instant={availabilityAt} />}</dd>
      </div>
      <div>
        <dt>{t('Availability over a day old')}</dt>
        <dd>{formatNumber(staleAvailability)}</dd>
      </div>
    </dl>
  )
}

interface SettingsDialogProps {
  readonly supplier: SupplierFacts
  /** In basis points. */
  readonly share: number
  readonly onClose: () => void
}

function SettingsDialog({ supplier, share, onClose }: SettingsDialogProps) {
  const save = useCommand(
    useMemo(() => syncEndpoints(supplier).changeSync, [supplier]),
    { quiet: [403, 422] },
  )
  const [typed, setTyped] = useState<number | null>(share)
  const [problem, setProblem] = useState<string | null>(null)

  async function submit(): Promise<void> {
    try {
      await save.mutateAsync({ input: { quarantineShare: typed ?? 0 } })
      toast.success(t('Sync settings saved'))
      onClose()
    } catch (failure) {
      if (failure instanceof FailedRequest) setProblem(failure.body.fields?.['quarantineShare'] ?? failure.message)
    }
  }

  return (
    <Dialog title={t('Sync settings')} onClose={onClose} isBusy={save.isPending}>
      <form
        noValidate
        className={classes['form']}
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <DigitsInput
          digits={2}
          label={t('Hold back changes to more than')}
          description={t('Of all synced products, for prices, texts and ended products alike. Now {share}.', {
            share: formatPercent(share),
          })}
          suffix={percentMark()}
          decimalScale={2}
          value={typed}
          error={problem}
          onChange={(value) => {
            setTyped(value)
            setProblem(null)
          }}
        />
        <div className={classes['buttons']}>
          <Button variant="default" onClick={onClose} disabled={save.isPending}>
            {t('Cancel')}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {t('Save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
