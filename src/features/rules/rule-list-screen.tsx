import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { formatNumber } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { ListScreen } from '../../ui/resource/list-screen.tsx'
import { usePage } from '../../ui/page-context.tsx'
import type { Rule } from './rule-evaluation.ts'
import { effectWords, scopeLine, titlesIn } from './rule-labels.ts'
import classes from './rules.module.css'
import { rules } from './rules.ts'

const ShiftWindowsDialog = lazy(async () => ({
  default: (await import('./shift-windows-dialog.tsx')).ShiftWindowsDialog,
}))

// The server sent them by the definition that rules are part of.
const ruleOf = (record: AnyRecord) => record as unknown as Rule

function EffectCell(record: AnyRecord) {
  return effectWords(ruleOf(record), titlesIn(record)) ?? '–'
}

function ScopeCell(record: AnyRecord) {
  const words = scopeLine(ruleOf(record), titlesIn(record))
  return <span title={words}>{words}</span>
}

function CountCell({ affectedCount }: AnyRecord) {
  return typeof affectedCount === 'number' ? (
    formatNumber(affectedCount)
  ) : (
    <span className={classes['soft']}>{t('counting…')}</span>
  )
}

const cells = { effect: EffectCell, appliesTo: ScopeCell, affectedCount: CountCell }
const widths = { effect: 140, affectedCount: 72, validFrom: 104, validUntil: 110 }

export function RuleListScreen() {
  const { mayWrite } = usePage()
  return (
    <ListScreen
      of={rules}
      cells={cells}
      widths={widths}
      {...(mayWrite && { bulkActions: (selected, clear) => <ShiftButton chosen={selected} clear={clear} /> })}
    />
  )
}

function ShiftButton({ chosen, clear }: { chosen: readonly AnyRecord[]; clear: () => void }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('Shift windows…')}
      </Button>
      {isOpen && (
        <Suspense>
          <ShiftWindowsDialog
            chosen={chosen}
            onClose={() => setOpen(false)}
            onDone={() => {
              setOpen(false)
              clear()
            }}
          />
        </Suspense>
      )}
    </>
  )
}
