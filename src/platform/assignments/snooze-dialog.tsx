import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { formatInstant } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { useCommand } from '../../ui/resource/client.web.ts'
import { assignmentCalls } from './assignments.ts'
import type { WorkDialogProps } from './work-dialog.tsx'
import { idsOf, WorkDialog } from './work-dialog.tsx'

const hour = 3_600_000
/** When a working day begins on the reader's clock. */
const morning = 9

/** The next morning from `days` days on. */
function morningIn(days: number, now: Date): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, morning)
}

const untilMonday = (now: Date) => (8 - now.getDay()) % 7 || 7

/** Takes records off the inbox until a moment. */
export function SnoozeDialog(props: WorkDialogProps) {
  const { of: resource, records } = props
  const snooze = useCommand(assignmentCalls(resource).snooze, { refresh: [resource], quiet: [422] })
  const [now] = useState(() => new Date())
  const choices: readonly (readonly [label: string, until: Date | null])[] = [
    [t('1 hour'), new Date(now.getTime() + hour)],
    [t('4 hours'), new Date(now.getTime() + 4 * hour)],
    [t('Tomorrow morning'), morningIn(1, now)],
    [t('Monday morning'), morningIn(untilMonday(now), now)],
    [t('1 week'), morningIn(7, now)],
    [t('Not snoozed'), null],
  ]
  const [chosen, setChosen] = useState('0')
  const until = choices[Number(chosen)]?.[1] ?? null
  const words = (at: string | null) =>
    at === null || Date.parse(at) <= now.getTime() ? t('Not snoozed') : formatInstant(at)
  return (
    <WorkDialog
      {...props}
      title={t('{n, plural, one {Snooze # record} other {Snooze # records}}', { n: records.length })}
      submit={until === null ? t('End snooze') : t('Snooze')}
      isReady
      done={(n) =>
        until === null
          ? t('{n, plural, one {# record is back} other {# records are back}}', { n })
          : t('{n, plural, one {# record snoozed} other {# records snoozed}}', { n })
      }
      preview={(record) => [
        words((record['snoozedUntil'] as string | null) ?? null),
        words(until?.toISOString() ?? null),
      ]}
      run={(reason) =>
        snooze.mutateAsync({ input: { ids: idsOf(records), until: until?.toISOString() ?? null, reason } })
      }
    >
      <NativeSelect
        label={t('Until')}
        value={chosen}
        onChange={(event) => setChosen(event.currentTarget.value)}
        data={choices.map(([label], place) => ({ value: String(place), label }))}
      />
    </WorkDialog>
  )
}
