import { Button } from '@mantine/core'
import { t } from '../../core/i18n/language.ts'
import { cellOf } from '../../ui/resource/cells.tsx'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { ListScreen } from '../../ui/resource/list-screen.tsx'
import { useRecordPaths } from '../../ui/resource/record-paths.tsx'
import { noteLabelNames } from './placement-labels.ts'
import { noteLabels } from './resolver/notes.ts'
import { rewriteRules } from './rewrite-rules.ts'
import { ruleProposals } from './rule-proposals.ts'

/** A note's label in words; a section's or row's as it is called. */
const cells = {
  replacement: (record: AnyRecord) => {
    const label = record['field'] === 'note' ? noteLabels.find((one) => one === record['replacement']) : undefined
    return label ? t(noteLabelNames[label]) : cellOf('replacement', rewriteRules.fields.replacement, record)
  },
}
const widths = { pattern: 260, replacement: 130, scope: 180, state: 110, hits: 72, listingCount: 88, lastHitAt: 112 }

export function RewriteRuleListScreen() {
  const proposals = useRecordPaths()(ruleProposals.name, 'list')
  return (
    <ListScreen
      of={rewriteRules}
      cells={cells}
      widths={widths}
      actions={
        proposals !== null && (
          <Button component="a" href={proposals} variant="default">
            {t('Proposed rules')}
          </Button>
        )
      }
    />
  )
}
