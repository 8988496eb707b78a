import { Suspense } from 'react'
import { MergePanel } from '../areas/merges/merge-panel.tsx'
import type { RecordPartProps } from '../kit/screens/screen-parts.web.ts'
import { late } from '../ui/late.tsx'

const ExplanationPanel = late(async () => (await import('../areas/rules/explanation-panel.tsx')).ExplanationPanel)
const SectionRulesPanel = late(async () => (await import('../areas/rules/section-rules-panel.tsx')).SectionRulesPanel)
const SubjectReviewsPanel = late(async () => (await import('../areas/reviews/subject-reviews-panel.tsx')).SubjectReviewsPanel)

const LineupsOfEvent = late(async () => (await import('../areas/lineups/lineups-of-event.tsx')).LineupsOfEvent)
const MatchOfEvent = late(async () => (await import('../areas/matches/match-of-event.tsx')).MatchOfEvent)

const rated: ReadonlySet<string> = new Set(['products', 'aliases', 'lineups'])

const DuplicatePanel = late(async () => (await import('../areas/merges/duplicate-panel.tsx')).DuplicatePanel)

/** What other areas have to say beside a record's form, for the resources that they know something about. */
export function RecordPanels(props: RecordPartProps) {
  return (
    <>
      {props.of.name === 'events' && <Suspense><ExplanationPanel record={props.record} /><MatchOfEvent record={props.record} /><LineupsOfEvent record={props.record} /></Suspense>}
      {(props.of.name === 'categories' || props.of.name === 'subcategories') && <Suspense><SectionRulesPanel of={props.of.name} record={props.record} /></Suspense>}
      {rated.has(props.of.name) && <Suspense><SubjectReviewsPanel subjects={props.of.name} id={props.record.id} /></Suspense>}
      {props.of.name === 'matches' && typeof props.record['eventId'] === 'number' && <Suspense><ExplanationPanel record={{ ...props.record, id: props.record['eventId'] }} /></Suspense>}
      {props.of.name === 'performers' && <Suspense><DuplicatePanel record={props.record} /></Suspense>}
      <MergePanel {...props} />
    </>
  )
}
