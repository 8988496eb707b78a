import { ListScreen } from '../../ui/resource/list-screen.tsx'
import { rewriteRules } from './rewrite-rules.ts'

const widths = { pattern: 200, replacement: 168, hits: 72, listingCount: 88 }

export function RewriteRuleListScreen() {
  return <ListScreen of={rewriteRules} widths={widths} />
}
