import { Button } from '@mantine/core'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useMay } from '../../../core/browser/session.web.ts'
import { formatNumber } from '../../../core/i18n/formats.ts'
import { msg, t } from '../../../core/i18n/language.ts'
import type { Tone } from '../../../core/resource/fields.ts'
import { usePage } from '../../../ui/page-context.tsx'
import { Chip } from '../../../ui/resource/cells.tsx'
import { useAnswer } from '../../../ui/resource/client.web.ts'
import type { Connection } from './import.endpoints.ts'
import { importEndpoints } from './import.endpoints.ts'
import classes from './imports.module.css'
import { PasteBox } from './paste-box.tsx'
import type { SupplierFacts } from './supplier-facts.ts'

const ConnectionDialog = lazy(async () => ({
  default: (await import('./supplier-connection-dialog.tsx')).SupplierConnectionDialog,
}))

const CallsDialog = lazy(async () => ({ default: (await import('./supplier-calls-dialog.tsx')).SupplierCallsDialog }))

/** How often a run is looked at while it lasts, in milliseconds. */
const lookEvery = 2_000

/** Over the list of codes: where they are pasted, how the supplier is connected, and how far the run is. */
export function ImportPanel({ supplier }: { supplier: SupplierFacts }) {
  const { mayWrite } = usePage()
  const queries = useQueryClient()
  const { readConnection } = useMemo(() => importEndpoints(supplier), [supplier])
  const { data: connection, error, refetch } = useAnswer(readConnection)
  const waiting = (connection?.counts.queued ?? 0) + (connection?.counts.fetching ?? 0)
  const isRunning = waiting > 0
  useEffect(() => {
    if (!isRunning) return undefined
    const timer = setInterval(() => {
      void refetch()
      void queries.invalidateQueries({ queryKey: [supplier.codes.name, 'list'] })
    }, lookEvery)
    return () => clearInterval(timer)
  }, [isRunning, refetch, queries, supplier])
  return (
    <section className={classes['panel']} aria-label={t('Import')}>
      {supplier.assumption !== null && (
        <p className={classes['assumption']} role="note">
          {t(supplier.assumption)}
        </p>
      )}
      {mayWrite && <PasteBox supplier={supplier} onPasted={() => void refetch()} />}
      {connection && <RunState supplier={supplier} connection={connection} onSaved={() => void refetch()} />}
      {!connection && !error && <div className={classes['statePlace']} />}
    </section>
  )
}

const states: Readonly<Record<'on' | 'demo' | 'off' | 'none' | 'paused', readonly [string, Tone]>> = {
  on: [msg('Connected'), 'good'],
  demo: [msg('Demo simulator'), 'neutral'],
  off: [msg('Imports off'), 'warn'],
  none: [msg('Not connected'), 'warn'],
  paused: [msg('Calls paused'), 'bad'],
}

function RunState({
  supplier,
  connection,
  onSaved,
}: {
  supplier: SupplierFacts
  connection: Connection
  onSaved: () => void
}) {
  const may = useMay()
  const mayWrite = may('write', supplier.codes.access.object)
  const [open, setOpen] = useState<'settings' | 'calls' | null>(null)
  const { counts, isPaused, source, isEnabled } = connection
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const waiting = counts.queued + counts.fetching
  const state = states[isPaused ? 'paused' : source === 'stored' ? (isEnabled ? 'on' : 'off') : source]
  return (
    <div className={classes['state']}>
      <h2>{t('Connection')}</h2>
      <p className={classes['line']}>
        <Chip tone={state[1]}>{t(state[0])}</Chip>
        <span>{t('Up to {n} calls a second', { n: connection.perSecond })}</span>
      </p>
      {waiting > 0 && (
        <div className={classes['progress']}>
          <label htmlFor="import-progress">
            {t('{done} of {total} done', { done: formatNumber(total - waiting), total: formatNumber(total) })}
          </label>
          <progress id="import-progress" max={total} value={total - waiting} />
        </div>
      )}
      <dl className={classes['tally']}>
        <div>
          <dt>{t('Imported')}</dt>
          <dd>{formatNumber(counts.imported)}</dd>
        </div>
        <div>
          <dt>{t('Needs mapping')}</dt>
          <dd>{formatNumber(counts.needs_mapping)}</dd>
        </div>
        <div>
          <dt>{t('Failed')}</dt>
          <dd>{formatNumber(counts.failed)}</dd>
        </div>
        <div>
          <dt>{t('Duplicates')}</dt>
          <dd>{formatNumber(counts.duplicate)}</dd>
        </div>
      </dl>
      <div className={classes['buttons']}>
        {mayWrite && may('write', 'providers') && (
          <Button variant="default" aria-haspopup="dialog" onClick={() => setOpen('settings')}>
            {t('Connection settings')}
          </Button>
        )}
        <Button variant="default" aria-haspopup="dialog" onClick={() => setOpen('calls')}>
          {t('Calls')}
        </Button>
      </div>
      <Suspense>
        {open === 'settings' && (
          <ConnectionDialog
            supplier={supplier}
            connection={connection}
            onClose={() => {
              setOpen(null)
              onSaved()
            }}
          />
        )}
        {open === 'calls' && <CallsDialog supplier={supplier} canSend={mayWrite} onClose={() => setOpen(null)} />}
      </Suspense>
    </div>
  )
}
