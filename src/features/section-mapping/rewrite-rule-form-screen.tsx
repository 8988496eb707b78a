import { FormScreen } from '../../ui/resource/form-screen.tsx'
import { rewriteRules } from './rewrite-rules.ts'
import { RuleTester } from './rule-tester.tsx'

/** A copy stays off until it has been tried. */
const resetOnCopy = ['isEnabled', 'isShadow'] as const

const tester = (draft: Readonly<Record<string, unknown>>) => <RuleTester draft={draft} />

export function RewriteRuleFormScreen() {
  return <FormScreen of={rewriteRules} resetOnCopy={resetOnCopy} headline={tester} />
}
