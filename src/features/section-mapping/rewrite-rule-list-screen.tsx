import { ListScreen } from '../../ui/resource/list-screen.tsx'
import { rewriteRules } from './rewrite-rules.ts'

const widths = { pattern: 200, replacement: 200, hits: 80, listingCount: 100 }

export function RewriteRuleListScreen() {
  return <ListScreen of={rewriteRules} widths={widths} />
}
