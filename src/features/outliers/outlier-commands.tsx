import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useMay } from '../../core/browser/session.web.ts'
import { listOf } from '../../core/i18n/formats.ts'
import { msg, t } from '../../core/i18n/language.ts'
import type { Shortcut } from '../../ui/shortcuts.web.ts'
import { useShortcut } from '../../ui/shortcuts.web.ts'
import { useAnswer } from '../../ui/resource/client.web.ts'
import { toast } from '../../ui/toast-store.web.ts'
import { readManifest } from '../places/venues/manifest.ts'
import type { OutlierInput } from './outlier-decide.web.ts'
import { useDecide } from './outlier-decide.web.ts'
import type { OutlierCommand } from './outlier-kinds.ts'
import { commandsFor, isAboutRow, isAboutSection } from './outlier-kinds.ts'
import type { TicketMapOutlier } from './ticket-map-outliers.ts'
import classes from './outliers.module.css'

const dialogs = () => import('./outlier-dialogs.tsx')
const IgnoreDialog = lazy(async () => ({ default: (await dialogs()).IgnoreDialog }))
const AddSectionDialog = lazy(async () => ({ default: (await dialogs()).AddSectionDialog }))

const keys = {
  rule: { keys: 'a', does: msg('Accept the chosen section as a rule'), group: 'Lists' },
  once: { keys: 'o', does: msg('Map the outlier once, without a rule'), group: 'Lists' },
  section: { keys: 's', does: msg('Add the outlier’s section or row to the map'), group: 'Lists' },
  extra: { keys: 'x', does: msg('Mark the outlier as an extra, no section'), group: 'Lists' },
  ignore: { keys: 'i', does: msg('Ignore the outlier until a day'), group: 'Lists' },
  reopen: { keys: 'r', does: msg('Reopen the outlier'), group: 'Lists' },
} as const satisfies Readonly<Record<OutlierCommand, Shortcut>>

const order = ['reopen', 'ignore', 'extra', 'section', 'once', 'rule'] as const

interface CommandsProps {
  readonly outlier: TicketMapOutlier
  readonly target: string
  readonly isForVenue: boolean
  readonly onChange: () => void
}

/** Whether a section or row can be added here. Sections of a map with outlines of its own are drawn in its editor. */
function useMayExtendMap({ kind, venueConfigurationId: id }: TicketMapOutlier): boolean {
  const may = useMay()
  const isSection = isAboutSection(kind)
  const { data } = useAnswer(readManifest, { params: { id }, enabled: isSection && may('ui', 'places') })
  return may('write', 'places') && !(isSection && data?.map)
}

/** Within reach of a thumb on a phone; elsewhere each button shows its key. */
export function OutlierCommands({ outlier, target, isForVenue, onChange }: CommandsProps) {
  const isRow = isAboutRow(outlier.kind)
  const mayExtendMap = useMayExtendMap(outlier)
  const { decide, isPending } = useDecide({ outlier, onChange })
  const [dialog, setDialog] = useState<'ignore' | 'section' | null>(null)
  const offered = commandsFor(outlier.kind, outlier.status).filter((one) => one !== 'section' || mayExtendMap)

  async function now(command: OutlierCommand, input?: OutlierInput): Promise<void> {
    if ((command === 'rule' || command === 'once') && target === '')
      return void toast.error(isRow ? t('Choose the row.') : t('Choose the section.'))
    const wrong = await decide(command, input)
    const said = Object.values(wrong ?? {})
    if (said.length > 0) toast.error(listOf(said))
  }
  const runs: Readonly<Record<OutlierCommand, () => void>> = {
    rule: () => void now('rule', { target, isForVenue }),
    once: () => void now('once', { target }),
    section: () => (isRow ? void now('section') : setDialog('section')),
    extra: () => void now('extra'),
    ignore: () => setDialog('ignore'),
    reopen: () => void now('reopen'),
  }
  const may = (command: OutlierCommand) => offered.includes(command) && !isPending && dialog === null
  useShortcut(keys.rule, runs.rule, may('rule'))
  useShortcut(keys.once, runs.once, may('once'))
  useShortcut(keys.section, runs.section, may('section'))
  useShortcut(keys.extra, runs.extra, may('extra'))
  useShortcut(keys.ignore, runs.ignore, may('ignore'))
  useShortcut(keys.reopen, runs.reopen, may('reopen'))
  const labels: Readonly<Record<OutlierCommand, string>> = {
    rule: t('Accept as rule'),
    once: t('Map once'),
    section: isRow ? t('Add row') : t('Add section…'),
    extra: t('Mark as extra'),
    ignore: t('Ignore until…'),
    reopen: t('Reopen'),
  }
  return (
    <>
      <div className={classes['commands']} data-save-bar="" role="toolbar" aria-label={t('Decide')}>
        {order
          .filter((command) => offered.includes(command))
          .map((command) => (
            <Button
              key={command}
              variant={command === 'rule' ? 'filled' : 'default'}
              disabled={isPending}
              aria-keyshortcuts={keys[command].keys}
              onClick={runs[command]}
            >
              {labels[command]}
              <kbd className={classes['key']} aria-hidden="true">
                {keys[command].keys}
              </kbd>
            </Button>
          ))}
      </div>
      {dialog !== null && (
        <Suspense>
          {dialog === 'ignore' ? (
            <IgnoreDialog outlier={outlier} decide={decide} onClose={() => setDialog(null)} />
          ) : (
            <AddSectionDialog outlier={outlier} decide={decide} onClose={() => setDialog(null)} />
          )}
        </Suspense>
      )}
    </>
  )
}
