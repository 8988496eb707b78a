import { msg } from '../../../core/i18n/language.ts'
import { ListScreen } from '../../../ui/resource/list-screen.tsx'
import type { AnyRecord } from '../../../ui/resource/client.web.ts'
import { orderRuns } from './order-runs.ts'
import type { RunKind } from './run-labels.ts'
import { runWords } from './run-labels.ts'

const questions = [
  { label: msg('Awaiting approval'), filter: { state: 'requested' } },
  { label: msg('Unfinished'), filter: { state: ['running', 'stopped'] } },
  { label: msg('Done'), filter: { state: 'done' } },
] as const

const cells = {
  name: ({ kind, name }: AnyRecord) => runWords(kind as RunKind, String(name)),
}
const widths = { name: 290 }

/** Runs over the orders of performances that were called off, the newest first. */
export function RunListScreen() {
  return <ListScreen of={orderRuns} opens="view" widths={widths} cells={cells} questions={questions} />
}
