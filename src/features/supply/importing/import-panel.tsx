import { Button, Textarea } from '@mantine/core'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { FailedRequest } from '../../../core/browser/request-errors.web.ts'
import { useMay } from '../../../core/browser/session.web.ts'
import { formatNumber } from '../../../core/i18n/formats.ts'
import { msg, t } from '../../../core/i18n/language.ts'
import type { Tone } from '../../../core/resource/fields.ts'
import { usePage } from '../../../ui/page-context.tsx'
import { Chip } from '../../../ui/resource/cells.tsx'
import { useAnswer, useCommand } from '../../../ui/resource/client.web.ts'
import { toast } from '../../../ui/toast-store.web.ts'
import type { PastedCodes } from './code-list.ts'
import { maxCodes, readPasted } from './code-list.ts'
import type { DryRunDialogProps } from './dry-run-dialog.tsx'
import type { Connection } from './import.endpoints.ts'
import { importEndpoints } from './import.endpoints.ts'
import classes from './imports.module.css'
import type { SupplierFacts } from './supplier-facts.ts'

const ConnectionDialog = lazy(async () => ({
  default: (await import('./supplier-connection-dialog.tsx')).SupplierConnectionDialog,
}))
const DryRunDialog = lazy(async () => ({ default: (await import('./dry-run-dialog.tsx')).DryRunDialog }))
const PlaceInputs = lazy(async () => ({ default: (await import('./place-inputs.tsx')).PlaceInputs }))

/** How often a run is looked at while it lasts, in milliseconds. */
const lookEvery = 2_000

/** Over the list of codes: where they are pasted, how the supplier is connected, and how far the run is. */
export function ImportPanel({ supplier }: { supplier: SupplierFacts }) {
  const { mayWrite } = usePage()
  const queries = useQueryClient()
  const { readConnection } = useMemo(() => importEndpoints(supplier), [supplier])
  const { data: connection, refetch } = useAnswer(readConnection)
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
    </section>
  )
}

function PasteBox({ supplier, onPasted }: { supplier: SupplierFacts; onPasted: () => void }) {
  const { paste } = useMemo(() => importEndpoints(supplier), [supplier])
  const [text, setText] = useState('')
  const [place, setPlace] = useState<{ cityId: number | null; subcategoryId: number | null } | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const add = useCommand(paste, { refresh: [supplier.codes], quiet: [403, 409, 422] })
  const read = useMemo(() => readPasted(text, supplier.readCode), [text, supplier])
  const count = read.codes.length

  async function submit(): Promise<void> {
    if (count === 0)
      return setProblem(t('No codes found. They look like {example}.', { example: supplier.codeExample }))
    try {
      const { added, known } = await add.mutateAsync({ input: { text, ...place } })
      const words = [
        t('{n, plural, one {# code added} other {# codes added}}', { n: added }),
        ...(known > 0 ? [t('{n, plural, one {# was there already} other {# were there already}}', { n: known })] : []),
      ]
      toast.success(words.join(' · '))
      setText('')
      onPasted()
    } catch (failure) {
      if (failure instanceof FailedRequest)
        setProblem(failure.body.fields?.['text'] ?? Object.values(failure.body.fields ?? {})[0] ?? failure.message)
    }
  }

  return (
    <form
      className={classes['paste']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Textarea
        label={t('Product codes')}
        description={t('Paste up to {n} codes or addresses from {supplier}, in any layout.', {
          n: formatNumber(maxCodes),
          supplier: supplier.name,
        })}
        // Codes are in no language.
        lang="zxx"
        placeholder={`${supplier.codeExample}\n${supplier.siteExample}`}
        autosize
        minRows={3}
        maxRows={10}
        spellCheck={false}
        value={text}
        error={problem}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setProblem(null)
        }}
      />
      <p className={classes['counts']} role="status">
        {text.trim() === '' ? ' ' : countWords(read.codes.length, read.duplicates, read.refused.length)}
      </p>
      <NotCodes refused={read.refused} />
      {place && (
        <Suspense>
          <PlaceInputs value={place} problems={{}} onChange={setPlace} />
        </Suspense>
      )}
      <div className={classes['buttons']}>
        <Button type="submit" loading={add.isPending} disabled={count > maxCodes}>
          {count === 0 ? t('Import codes') : t('{n, plural, one {Import # code} other {Import # codes}}', { n: count })}
        </Button>
        <DryRunButton supplier={supplier} codes={read.codes} place={place} />
        {!place && (
          <Button variant="default" onClick={() => setPlace({ cityId: null, subcategoryId: null })}>
            {t('Set city and subcategory')}
          </Button>
        )}
      </div>
    </form>
  )
}

function DryRunButton({ codes, ...props }: Pick<DryRunDialogProps, 'supplier' | 'codes' | 'place'>) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" aria-haspopup="dialog" disabled={codes.length === 0} onClick={() => setOpen(true)}>
        {t('Dry run')}
      </Button>
      {isOpen && (
        <Suspense>
          <DryRunDialog {...props} codes={codes} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** What looks like a code and is none, the first few of it. */
function NotCodes({ refused }: { refused: PastedCodes['refused'] }) {
  if (refused.length === 0) return null
  return (
    <ul className={classes['refused']} aria-label={t('Not codes')}>
      {refused.slice(0, 5).map(({ line, text: word }, index) => (
        <li key={index}>
          {t('Line {line}:', { line })} <code>{word}</code>
        </li>
      ))}
      {refused.length > 5 && <li>{t('And {n} more.', { n: refused.length - 5 })}</li>}
    </ul>
  )
}

function countWords(codes: number, duplicates: number, refused: number): string {
  return [
    t('{n, plural, one {# code} other {# codes}}', { n: codes }),
    ...(duplicates > 0 ? [t('{n, plural, one {# duplicate} other {# duplicates}}', { n: duplicates })] : []),
    ...(refused > 0 ? [t('{n, plural, one {# not a code} other {# not codes}}', { n: refused })] : []),
    ...(codes > maxCodes ? [t('{most} is the most at a time', { most: maxCodes })] : []),
  ].join(' · ')
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
  const [isOpen, setOpen] = useState(false)
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
          <label htmlFor="import-progress">{t('{done} of {total} done', { done: total - waiting, total })}</label>
          <progress id="import-progress" max={total} value={total - waiting} />
        </div>
      )}
      <dl className={classes['tally']}>
        <div>
          <dt>{t('Imported')}</dt>
          <dd>{counts.imported}</dd>
        </div>
        <div>
          <dt>{t('Needs mapping')}</dt>
          <dd>{counts.needs_mapping}</dd>
        </div>
        <div>
          <dt>{t('Failed')}</dt>
          <dd>{counts.failed}</dd>
        </div>
        <div>
          <dt>{t('Duplicates')}</dt>
          <dd>{counts.duplicate}</dd>
        </div>
      </dl>
      {may('write', 'providers') && may('write', supplier.codes.access.object) && (
        <Button variant="default" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {t('Connection settings')}
        </Button>
      )}
      {isOpen && (
        <Suspense>
          <ConnectionDialog
            supplier={supplier}
            connection={connection}
            onClose={() => {
              setOpen(false)
              onSaved()
            }}
          />
        </Suspense>
      )}
    </div>
  )
}
