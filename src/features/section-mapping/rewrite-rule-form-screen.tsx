import type { AnyField } from '../../core/resource/fields.ts'
import { select } from '../../core/resource/fields.ts'
import { FormScreen } from '../../ui/resource/form-screen.tsx'
import type { InputProps } from '../../ui/resource/input-props.ts'
import { inputOf } from '../../ui/resource/inputs.tsx'
import { noteLabelNames } from './placement-labels.ts'
import { isNoteLabel, noteLabels } from './resolver/notes.ts'
import { placeOfScope } from './rewrite-rule-check.ts'
import { rewriteRules } from './rewrite-rules.ts'
import { RuleTester } from './rule-tester.tsx'

/** A copy stays off until it has been tried. */
const resetOnCopy = ['isEnabled', 'isShadow'] as const

/** What a note means is one of the labels, and no text of one's own. */
const labelField = select(noteLabels, { label: 'Replacement', labels: noteLabelNames })

function MeansInput({ field, ...props }: InputProps & { field: AnyField }) {
  if (props.draft['field'] !== 'note') return inputOf(field, props)
  // A section that was typed before is no label.
  const label = typeof props.value === 'string' && isNoteLabel(props.value) ? props.value : null
  return inputOf(labelField, { ...props, value: label })
}

/** What the chosen scope has no use for is cleared: it is hidden, so it could not be cleared by hand. */
function ScopeInput({ field, ...props }: InputProps & { field: AnyField }) {
  return inputOf(field, {
    ...props,
    onChange: (scope) => {
      for (const [one, place] of Object.entries(placeOfScope)) if (one !== scope) props.setField?.(place, null)
      props.onChange(scope)
    },
  })
}

function ActionInput({ field, ...props }: InputProps & { field: AnyField }) {
  return inputOf(field, {
    ...props,
    onChange: (action) => {
      if (action === 'refuse') props.setField?.('replacement', null)
      props.onChange(action)
    },
  })
}
const inputs = { replacement: MeansInput, scope: ScopeInput, action: ActionInput }

const tester = (draft: Readonly<Record<string, unknown>>) => <RuleTester draft={draft} />

export function RewriteRuleFormScreen() {
  return <FormScreen of={rewriteRules} resetOnCopy={resetOnCopy} inputs={inputs} headline={tester} />
}
