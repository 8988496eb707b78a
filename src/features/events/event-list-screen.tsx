import { msg } from '../../core/i18n/language.ts'
import { ListScreen } from '../../ui/resource/list-screen.tsx'
import { events } from './event/events.ts'
import { nextStartCell } from './event/next-start.tsx'

const cells = { nextStartsAt: nextStartCell }
/** With the time and what its zone is called. */
const widths = { nextStartsAt: 196, publication: 114, upcomingCount: 64 }

const questions = [
  { label: msg('Published'), filter: { publication: 'published' } },
  { label: msg('In review'), filter: { publication: 'in_review' } },
  { label: msg('Drafts'), filter: { publication: 'draft' } },
] as const

export function EventListScreen() {
  return <ListScreen of={events} cells={cells} widths={widths} questions={questions} />
}
