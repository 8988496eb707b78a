import { Button } from '@mantine/core'
import { IconAdjustments } from '@tabler/icons-react'
import { t } from '../../kit/language.ts'
import type { AnyRecord } from '../../kit/screens/client.web.ts'
import { useRecordPaths } from '../../kit/screens/record-paths.tsx'
import { useMay } from '../../kit/session.web.ts'
import { ruleFields } from './rule-fields.ts'
import { rules } from './rules.ts'

const most = ruleFields.eventIds.max

/** Begins a rule whose condition is the events that are selected. Nothing for whoever may not make rules. */
export function RuleForEvents({ selected }: { selected: readonly AnyRecord[] }) {
  const create = useRecordPaths()(rules.name, 'create')
  if (!useMay()('write', rules.access.object) || create === null) return null
  const icon = <IconAdjustments size={15} aria-hidden />
  if (selected.length > most) return <Button variant="default" leftSection={icon} disabled title={t('A rule names {most} events at most', { most })}>{t('Make a rule for these…')}</Button>
  return <Button component="a" href={`${create}?events=${selected.map(({ id }) => id).join()}`} variant="default" leftSection={icon}>{t('Make a rule for these…')}</Button>
}
