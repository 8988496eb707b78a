import { RecordLink } from '../../ui/resource/record-link.tsx'
import type { RuleSummary } from './rule.endpoints.ts'

export function RuleLink({ rule }: { rule: Pick<RuleSummary, 'id' | 'name'> }) {
  return (
    <RecordLink to="rules" id={rule.id}>
      {rule.name}
    </RecordLink>
  )
}
