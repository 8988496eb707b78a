import { msg } from '../../core/i18n/language.ts'
import { ListScreen } from '../../ui/resource/list-screen.tsx'
import { disputes } from './disputes.ts'

const questions = [
  { label: msg('Needs response'), filter: { status: ['needs_response', 'warning_needs_response'] }, isAlarm: true },
  { label: msg('Under review'), filter: { status: ['under_review', 'warning_under_review'] } },
  { label: msg('Lost'), filter: { status: 'lost' } },
] as const

// A reference of eight letters is whole, and so are dates and amounts.
const widths = { reference: 102, status: 232, amount: 120, reason: 148, openedAt: 107 }

export function DisputeListScreen() {
  return <ListScreen of={disputes} opens="view" widths={widths} questions={questions} />
}
