import type { RecordPartProps } from '../../ui/resource/screen-parts.web.ts'
import { ExplanationPanel } from './explanation-panel.tsx'

/** Beside a match: how the rules apply to the event that it is sold as. */
export function MatchExplanation({ record }: RecordPartProps) {
  const eventId = record['eventId']
  return typeof eventId === 'number' ? <ExplanationPanel record={{ ...record, id: eventId }} /> : null
}
