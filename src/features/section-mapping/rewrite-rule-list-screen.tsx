import { Button } from '@mantine/core'
import { t } from '../../core/i18n/language.ts'
import { ListScreen } from '../../ui/resource/list-screen.tsx'
import { useRecordPaths } from '../../ui/resource/record-paths.tsx'
import { rewriteRules } from './rewrite-rules.ts'
import { ruleProposals } from './rule-proposals.ts'

const widths = { pattern: 200, replacement: 168, hits: 72, listingCount: 88 }

export function RewriteRuleListScreen() {
  const proposals = useRecordPaths()(ruleProposals.name, 'list')
  return (
    <ListScreen
      of={rewriteRules}
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
