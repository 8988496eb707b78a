import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { formatNumber } from '../../core/i18n/formats.ts'
import { msg, t } from '../../core/i18n/language.ts'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { ListScreen } from '../../ui/resource/list-screen.tsx'
import { usePage } from '../../ui/page-context.tsx'
import classes from './coupon-screens.module.css'
import { worthOf } from './coupon-worth.tsx'
import { coupons } from './coupons.ts'
import { GenerateButton } from './generate-button.tsx'
import { scopeWords } from './scope-labels.ts'

// Commands come with the first selection: most visits to the list select nothing.
const CouponActions = lazy(async () => ({ default: (await import('./coupon-actions.tsx')).CouponActions }))
const BatchesDialog = lazy(async () => ({ default: (await import('./batches-dialog.tsx')).BatchesDialog }))

/** How many of its uses are taken: `12 / 100`, with a bar that fills. */
function UsesCell(record: AnyRecord) {
  const [used, limit] = [Number(record['timesUsed']), record['totalLimit']]
  if (typeof limit !== 'number') return formatNumber(used)
  return (
    <span className={classes['uses']}>
      {formatNumber(used)} / {formatNumber(limit)}
      <span className={classes['bar']} aria-hidden>
        <span style={{ inlineSize: `${Math.min(100, (used / limit) * 100)}%` }} />
      </span>
    </span>
  )
}

const cells = {
  percent: worthOf,
  timesUsed: UsesCell,
  scope: (record: AnyRecord) => scopeWords(String(record['scope'])),
}

// A first amount with how many others there are, and the longest kind, are read in full.
const widths = { state: 104, percent: 118 }

const questions = [
  { label: msg('Active'), filter: { state: 'active' } },
  { label: msg('Scheduled'), filter: { state: 'scheduled' } },
  { label: msg('Drafts'), filter: { state: 'draft' } },
  { label: msg('Paused'), filter: { state: 'paused' } },
] as const

function bulkActions(selected: readonly AnyRecord[], clear: () => void) {
  return (
    <Suspense>
      <CouponActions coupons={selected} onDone={clear} />
    </Suspense>
  )
}

export function CouponListScreen() {
  const { mayWrite } = usePage()
  return (
    <ListScreen
      of={coupons}
      cells={cells}
      widths={widths}
      questions={questions}
      actions={<BatchButtons mayWrite={mayWrite} />}
      {...(mayWrite && { bulkActions })}
      replacesActions
    />
  )
}

function BatchButtons({ mayWrite }: { mayWrite: boolean }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('Batches')}
      </Button>
      {mayWrite && <GenerateButton like={null} />}
      {isOpen && (
        <Suspense>
          <BatchesDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
