import { RecordLink } from '../../ui/resource/record-link.tsx'
import type { ToldRule } from './rule.endpoints.ts'

export function RuleLink({ rule }: { rule: Pick<ToldRule, 'id' | 'name'> }) {
  return (
    <RecordLink to="rules" id={rule.id}>
      {rule.name}
    </RecordLink>
  )
}
