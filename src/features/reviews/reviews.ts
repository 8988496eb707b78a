import { nameOf } from '../../core/resource/resource-name.ts'
import type { AnyField } from '../../core/resource/fields.ts'
import { ref } from '../../core/resource/fields.ts'
import { t } from '../../core/i18n/language.ts'
import type { AnyResource, Problem } from '../../core/resource/resource.ts'
import { defineResource } from '../../core/resource/resource.ts'
import { intakeFields, reviewFields } from './review-fields.ts'
import type { ReviewKind } from './review-kinds.ts'
import { reviewKinds } from './review-kinds.ts'

/** One kind of review: as staff moderate it, and as it is taken in. */
export interface Reviews extends ReviewKind {
  readonly resource: AnyResource
  readonly intake: AnyResource
}

type Values = Readonly<Record<string, unknown>>

function* checkDecision({ status, rejectionReason }: Values): Iterable<Problem> {
  if (status === 'rejected' && rejectionReason === null)
    yield { field: 'rejectionReason', message: t('Enter a reason for the rejection.') }
  if (rejectionReason !== null && (status === 'pending' || status === 'approved')) {
    yield { field: 'rejectionReason', message: t('Only rejected reviews have a rejection reason.') }
  }
}

/** The last day that it is anywhere on earth. */
const latestToday = () => new Date(Date.now() + 14 * 3_600_000).toISOString().slice(0, 10)

function* checkIntake(draft: Values): Iterable<Problem> {
  const { submittedAt, travelDate } = draft
  if (typeof submittedAt === 'string' && Date.parse(submittedAt) > Date.now() + 60_000)
    yield { field: 'submittedAt', message: t('Choose a time in the past.') }
  if (typeof travelDate === 'string' && travelDate > latestToday())
    yield { field: 'travelDate', message: t('This visit is in the future. Choose a past day.') }
  const { source, purchaseId, purchaseLine, providerId, originalRating, originalScale } = draft
  if (typeof originalRating === 'number' && typeof originalScale === 'number' && originalRating > originalScale) {
    yield { field: 'originalRating', message: t('No grade is above the best of its scale.') }
  }
  if (source === 'verified_purchase' && purchaseId === null)
    yield { field: 'purchaseId', message: t('A verified review needs the purchase that verifies it.') }
  if (source === 'verified_purchase' && purchaseLine === null)
    yield { field: 'purchaseLine', message: t('A verified review needs the purchase line.') }
  if (purchaseLine !== null && purchaseId === null)
    yield { field: 'purchaseId', message: t('Send the line’s purchase too.') }
  if (source === 'supplier' && providerId === null)
    yield { field: 'providerId', message: t('Choose the supplier that collected it.') }
}

const words = [
  'title',
  'body',
  'originalRating',
  'originalScale',
  'language',
  'isMachineTranslated',
  'travelDate',
  'partyType',
  'imageIds',
]
const origin = ['source', 'providerId', 'supplierReference', 'isNoIndex', 'purchaseId', 'purchaseLine']
const author = ['authorName', 'authorCountryId', 'authorEmail']

const isVerified = ({ source }: Values) => source === 'verified_purchase'

function listOf(subjectKey: string) {
  return {
    columns: [
      'headline',
      subjectKey,
      'rating',
      'source',
      'language',
      'status',
      'riskScore',
      'authorName',
      'submittedAt',
    ],
    shown: [
      { key: 'headline', below: ['authorName'] },
      subjectKey,
      'rating',
      'status',
      { key: 'source', below: ['language'] },
      'riskScore',
      'submittedAt',
    ],
    filters: [
      'status',
      subjectKey,
      'rating',
      'source',
      'language',
      'riskScore',
      'isFlagged',
      'isRedacted',
      'isMachineTranslated',
      'waitingLocales',
      'translatedLocales',
      'partyType',
      'rejectionReason',
      'submittedAt',
      'travelDate',
      'addressPrefix',
    ],
    search: ['headline', 'body', 'authorName'],
    sort: '-submittedAt',
    needs: ['status', 'riskReasons', 'isFlagged', 'excerpt'],
  }
}

/** What staff see of one: the author's words, which stay, and the decision. */
function moderationFormOf(subjectKey: string) {
  return {
    main: [
      {
        title: 'Review',
        help: 'The words can’t be changed. Redact what must not be published; the original is kept.',
        fields: words,
      },
      { title: 'Our reply', fields: ['staffReply'] },
      { title: 'Source', fields: [subjectKey, ...origin] },
    ],
    aside: [
      {
        title: 'Moderation',
        fields: [
          'status',
          'rejectionReason',
          'isFlagged',
          'isRedacted',
          'decidedAt',
          'moderatorId',
          'authorNotifiedAt',
          'moderationNote',
        ],
      },
      { title: 'Author', fields: [...author, 'addressPrefix', 'submittedAt', 'helpfulCount'] },
    ],
  }
}

function intakeFormOf(subjectKey: string) {
  return {
    main: [
      {
        title: 'Review',
        help: 'As it was written. Afterwards it can only be redacted.',
        fields: words,
      },
      {
        title: 'Source',
        fields: [
          subjectKey,
          'source',
          'providerId',
          'supplierReference',
          'isNoIndex',
          { field: 'purchaseId', when: isVerified },
          { field: 'purchaseLine', when: isVerified },
        ],
      },
    ],
    aside: [{ title: 'Author', fields: [...author, 'submittedAt'] }],
  }
}

const decisions = {
  'approve': { label: 'Approve', done: 'approved', set: { status: 'approved' } },
  'reject-spam': {
    label: 'Reject as spam',
    done: 'rejected as spam',
    set: { status: 'rejected', rejectionReason: 'spam' },
  },
  'reject-not-genuine': {
    label: 'Reject as not genuine',
    done: 'rejected as not genuine',
    set: { status: 'rejected', rejectionReason: 'not_genuine' },
  },
  'hide': { label: 'Hide', done: 'hidden', set: { status: 'hidden' } },
  'reopen': {
    label: 'Back to the queue',
    done: 'put back into the queue',
    set: { status: 'pending', rejectionReason: null },
  },
  'flag': { label: 'Flag', done: 'flagged', set: { isFlagged: true } },
  'unflag': { label: 'Lift the flag', done: 'freed of the flag', set: { isFlagged: false } },
}

/** All three kinds are this definition, each with a subject of its own. */
function reviewsOf(kind: ReviewKind): Reviews {
  const { name, label, subjectKey, subjectLabel, subjects, object } = kind
  const subject = ref(nameOf(subjects), { required: true, label: subjectLabel }) as AnyField
  const resource = defineResource(name, {
    label,
    access: object,
    operations: ['list', 'read', 'update'],
    title: 'headline',
    summary: `What people say of ${subjects}; staff decide what is published and change no word of it`,
    fields: { ...reviewFields, [subjectKey]: subject } as Readonly<Record<string, AnyField>>,
    list: listOf(subjectKey),
    form: moderationFormOf(subjectKey),
    actions: decisions,
    check: checkDecision,
  })
  const intake: AnyResource = {
    ...resource,
    operations: ['create'],
    fields: { ...intakeFields, [subjectKey]: subject } as Readonly<Record<string, AnyField>>,
    form: intakeFormOf(subjectKey),
    check: checkIntake,
  }
  return { ...kind, resource, intake }
}

export const productReviews = reviewsOf(reviewKinds.product)
export const aliasReviews = reviewsOf(reviewKinds.alias)
export const lineupReviews = reviewsOf(reviewKinds.lineup)

/** The records of each kind, for the registry. */
export const productReviewRecords = productReviews.resource
export const aliasReviewRecords = aliasReviews.resource
export const lineupReviewRecords = lineupReviews.resource

export const allReviews: readonly Reviews[] = [productReviews, aliasReviews, lineupReviews]

/** The kind whose reviews are in a resource. */
export function reviewsNamed(name: string): Reviews {
  const found = allReviews.find((kind) => kind.name === name)
  if (!found) throw new Error(`${name} are no reviews`)
  return found
}
