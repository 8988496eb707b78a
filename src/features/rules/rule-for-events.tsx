import { Button } from '@mantine/core'
import { IconAdjustments } from '@tabler/icons-react'
import { t } from '../../core/i18n/language.ts'
import type { CommandProps } from '../../ui/resource/screen-parts.web.ts'
import { useRecordPaths } from '../../ui/resource/record-paths.tsx'
import { useMay } from '../../core/browser/session.web.ts'
import { ruleFields } from './rule-fields.ts'
import { rules } from './rules.ts'

const maxNamed = ruleFields.eventIds.max

/** Starts a rule with the selected events as its condition. Renders nothing without permission to create rules. */
export function RuleForEvents({ records: selected }: CommandProps) {
  const create = useRecordPaths()(rules.name, 'create')
  if (!useMay()('write', rules.access.object) || create === null) return null
  const icon = <IconAdjustments size={15} aria-hidden />
  if (selected.length > maxNamed)
    return (
      <Button
        variant="default"
        leftSection={icon}
        disabled
        title={t('A rule names {most} events at most', { most: maxNamed })}
      >
        {t('Make a rule for these…')}
      </Button>
    )
  return (
    <Button
      component="a"
      href={`${create}?events=${selected.map(({ id }) => id).join()}`}
      variant="default"
      leftSection={icon}
    >
      {t('Make a rule for these…')}
    </Button>
  )
}
