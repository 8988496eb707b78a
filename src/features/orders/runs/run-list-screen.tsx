import { msg } from '../../../core/i18n/language.ts'
import { ListScreen } from '../../../ui/resource/list-screen.tsx'
import { orderRuns } from './order-runs.ts'

const questions = [
  { label: msg('Awaiting approval'), filter: { state: 'requested' } },
  { label: msg('Under way'), filter: { state: ['running', 'stopped'] } },
  { label: msg('Done'), filter: { state: 'done' } },
] as const

const widths = { name: 310 }

/** Runs over the orders of performances that were called off, the newest first. */
export function RunListScreen() {
  return <ListScreen of={orderRuns} opens="view" widths={widths} questions={questions} />
}
