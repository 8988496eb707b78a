import { FormScreen } from '../../ui/resource/form-screen.tsx'
import { rewriteRules } from './rewrite-rules.ts'

/** A copy stays off until it has been tried. */
const resetOnCopy = ['isEnabled', 'isShadow'] as const

export function RewriteRuleFormScreen() {
  return <FormScreen of={rewriteRules} resetOnCopy={resetOnCopy} />
}
