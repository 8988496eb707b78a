import { lazy, Suspense } from 'react'
import { useMay } from '../../core/browser/session.web.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { FormScreen } from '../../ui/resource/form-screen.tsx'
import { useRouteParams, useRouteQuery } from '../../ui/navigation.tsx'
import { usePage } from '../../ui/page-context.tsx'
import { reviewOf, subjectOf } from './review-record.ts'
import type { Reviews } from './reviews.ts'
import { aliasReviews, lineupReviews, productReviews } from './reviews.ts'
import classes from './reviews.module.css'

const ReviewActions = lazy(async () => ({ default: (await import('./review-actions.tsx')).ReviewActions }))
const EvidencePanel = lazy(async () => ({ default: (await import('./evidence-panel.tsx')).EvidencePanel }))
const ForensicsPanel = lazy(async () => ({ default: (await import('./forensics-panel.tsx')).ForensicsPanel }))
const ProofPanel = lazy(async () => ({ default: (await import('./proof-panel.tsx')).ProofPanel }))

const TranslationsPanel = lazy(async () => ({ default: (await import('./translations-panel.tsx')).TranslationsPanel }))

/** States are changed by the commands beside the title, which know which step comes next. */
function shownAs(resource: AnyResource): AnyResource {
  const decided = ['status', 'rejectionReason', 'isFlagged']
  return {
    ...resource,
    fields: Object.fromEntries(
      Object.entries(resource.fields).map(([key, field]) => [
        key,
        decided.includes(key) ? { ...field, readOnly: true } : field,
      ]),
    ),
  }
}

/** People who can't see purchases can't enter a review that one verifies. */
function unverified(resource: AnyResource): AnyResource {
  const { source } = resource.fields
  if (source?.kind !== 'select') return resource
  const choices = source.choices.filter((choice) => choice !== 'verified_purchase')
  return { ...resource, fields: { ...resource.fields, source: { ...source, choices } } }
}

function screenOf(reviews: Reviews) {
  const shown = shownAs(reviews.resource)
  const unproven = unverified(reviews.intake)
  return function ReviewFormScreen() {
    const { mayWrite } = usePage()
    const may = useMay()
    const seesPurchases = may('ui', 'purchases') || may('read', 'purchases')
    const [query] = useRouteQuery()
    const { id } = useRouteParams()
    if ((id ?? query['id']) === undefined) return <FormScreen of={seesPurchases ? reviews.intake : unproven} />
    return (
      <FormScreen
        of={shown}
        isFieldLocked={(record, key) => key === reviews.subjectKey && record['source'] === 'verified_purchase'}
        below={(record) => (
          <Suspense>
            <div className={classes['panels']}>
              <EvidencePanel
                reviews={reviews}
                review={reviewOf(record)}
                subject={subjectOf(record, reviews.subjectKey)?.title ?? ''}
              />
              <ForensicsPanel reviews={reviews} review={reviewOf(record)} />
              <ProofPanel reviews={reviews} review={reviewOf(record)} />
              <TranslationsPanel reviews={reviews} review={reviewOf(record)} />
            </div>
          </Suspense>
        )}
        {...(mayWrite && {
          actions: (record: AnyRecord) => (
            <Suspense>
              <ReviewActions reviews={reviews} review={reviewOf(record)} />
            </Suspense>
          ),
        })}
      />
    )
  }
}

export const ProductReviewFormScreen = screenOf(productReviews)
export const AliasReviewFormScreen = screenOf(aliasReviews)
export const LineupReviewFormScreen = screenOf(lineupReviews)
