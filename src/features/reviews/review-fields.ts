import {
  boolean,
  date,
  decimal,
  instant,
  integer,
  longText,
  ref,
  refs,
  select,
  text,
  words,
} from '../../core/resource/fields.ts'
import { riskCodes } from './review-risk.ts'
import { rejectionReasons, reviewStatuses } from './review-rules.ts'
import { nameOf } from '../../core/resource/resource-name.ts'
import type { images } from '../../platform/media/images.ts'
import type { providers } from '../providers/providers.ts'
import type { purchases } from '../purchases/purchases.ts'
import type { countries } from '../places/geo/countries.ts'
import type { staff } from '../../platform/auth/sign-in/staff.ts'

const sources = ['verified_purchase', 'supplier', 'import', 'editorial'] as const
export type ReviewSource = (typeof sources)[number]

/** What the author said. Staff can enter it (`intakeFields`) but never change it: they redact. */
const said = {
  title: text({ max: 150, personal: true, label: 'Title' }),
  body: longText({ required: true, max: 5_000, personal: true, label: 'Text' }),
  originalRating: decimal({ required: true, min: 0, max: 100, scale: 1, label: 'Original rating' }),
  originalScale: integer({
    required: true,
    min: 1,
    max: 100,
    initial: 5,
    label: 'Best grade of its scale',
    help: 'The stars follow from both: 9 of 10 is 5 stars, 62 of 100 is 3',
  }),
  language: text({ required: true, max: 16, format: 'locale', label: 'Language' }),
  isMachineTranslated: boolean({
    label: 'Machine-translated',
    help: 'The text was machine-translated before it arrived. Readers see this',
  }),
  travelDate: date({ label: 'Travel date' }),
  partyType: select(['solo', 'couple', 'family', 'friends', 'business'], {
    label: 'Travelled',
    labels: {
      solo: 'Alone',
      couple: 'As a couple',
      family: 'With family',
      friends: 'With friends',
      business: 'On business',
    },
  }),
  imageIds: refs(nameOf<typeof images>('images'), { max: 12, label: 'Photos' }),
  source: select(sources, {
    required: true,
    labels: {
      verified_purchase: 'Verified purchase',
      supplier: 'Supplier',
      import: 'Imported',
      editorial: 'Editorial',
    },
    tones: { verified_purchase: 'good', supplier: 'busy', import: 'neutral', editorial: 'neutral' },
  }),
  providerId: ref(nameOf<typeof providers>('providers'), {
    label: 'Collected by',
    help: 'The supplier whose review this is',
  }),
  supplierReference: text({ max: 64, label: 'Supplier’s reference' }),
  isNoIndex: boolean({
    label: 'Not for search engines',
    help: 'Always so for reviews of suppliers: their licence keeps the text out of search engines',
  }),
  purchaseId: ref(nameOf<typeof purchases>('purchases'), { label: 'Purchase' }),
  purchaseLine: integer({ min: 1, label: 'Line of the purchase', help: 'Each line is verified once' }),
  authorName: text({ required: true, max: 120, personal: true, label: 'Author' }),
  authorEmail: text({ max: 254, format: 'email', case: 'lower', personal: true, label: 'Author’s email' }),
  authorCountryId: ref(nameOf<typeof countries>('countries'), { label: 'Author’s country' }),
  submittedAt: instant({ label: 'Written', required: true }),
} as const

// An email address is corrected when its owner asks; it is not part of what they said.
const locked = Object.fromEntries(
  Object.entries(said).map(([key, field]) => [key, key === 'authorEmail' ? field : { ...field, readOnly: true }]),
) as unknown as typeof said

/** The fields that staff decide; the author's words are read-only. In the order of the bulk edit. */
export const reviewFields = {
  headline: text({ required: true, readOnly: true, max: 150, personal: true, label: 'Review' }),
  rating: integer({ required: true, readOnly: true, min: 1, max: 5, label: 'Stars' }),
  staffReply: longText({
    max: 2_000,
    label: 'Reply',
    help: 'Shown publicly below the review, in the name of the company',
  }),
  moderationNote: longText({ max: 1_000, label: 'Internal note', help: 'For colleagues only' }),
  status: select(reviewStatuses, {
    required: true,
    initial: 'pending',
    label: 'Status',
    tones: { pending: 'busy', approved: 'good', rejected: 'bad', hidden: 'neutral' },
  }),
  rejectionReason: select(rejectionReasons, {
    label: 'Reason of the rejection',
    labels: {
      not_genuine: 'Not genuine',
      duplicate: 'Duplicate review',
      personal_data: 'Personal data of others',
      off_topic: 'Off topic',
      wrong_subject: 'About something else',
      conflict_of_interest: 'Conflict of interest',
    },
  }),
  isFlagged: boolean({ label: 'Flagged', help: 'It needs another review before it can be approved' }),
  ...locked,
  isRedacted: boolean({ readOnly: true, label: 'Redacted' }),
  addressPrefix: text({
    readOnly: true,
    max: 45,
    label: 'Network',
    help: 'The network part of the author’s IP address. The rest is hidden.',
  }),
  helpfulCount: integer({ required: true, readOnly: 'moving', min: 0, initial: 0, label: 'Helpful votes' }),
  excerpt: text({ derived: true, max: 160, personal: true, label: 'Excerpt' }),
  riskScore: integer({ derived: 'indexed', required: true, min: 0, max: 100, label: 'Risk' }),
  riskReasons: words({ derived: true, max: riskCodes.length, label: 'Risk reasons' }),
  waitingLocales: words({
    derived: true,
    label: 'Asked for in',
    help: 'Site languages it still needs',
  }),
  translatedLocales: words({ derived: true, label: 'Translated into' }),
  decidedAt: instant({ derived: true, label: 'Decided' }),
  moderatorId: ref(nameOf<typeof staff>('staff'), { derived: true, label: 'Decided by' }),
  authorNotifiedAt: instant({ derived: true, label: 'Author notified', help: 'By email, of the rejection' }),
} as const

/** The same as they are taken in: the words are open, the decisions are not made yet. */
export const intakeFields = {
  ...Object.fromEntries(
    Object.entries(reviewFields).map(([key, field]) => [
      key,
      'derived' in field ? field : { ...field, readOnly: true },
    ]),
  ),
  ...said,
  // Left open, it is now: the server fills it in.
  submittedAt: { ...said.submittedAt, required: false },
}
