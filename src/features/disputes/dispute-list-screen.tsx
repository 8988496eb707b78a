import { msg } from '../../core/i18n/language.ts'
import { ListScreen } from '../../ui/resource/list-screen.tsx'
import { disputes } from './disputes.ts'

const questions = [
  { label: msg('Needs response'), filter: { status: ['needs_response', 'warning_needs_response'] }, isAlarm: true },
  { label: msg('Under review'), filter: { status: ['under_review', 'warning_under_review'] } },
  { label: msg('Lost'), filter: { status: 'lost' } },
] as const

// The status says what to do next, so it has the room.
// A reference of eight letters is whole.
const widths = { reference: 104, status: 250, reason: 180 }

export function DisputeListScreen() {
  return <ListScreen of={disputes} opens="view" widths={widths} questions={questions} />
}
