import { msg, t } from '../../core/i18n/language.ts'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { ListScreen } from '../../ui/resource/list-screen.tsx'
import { ruleProposals } from './rule-proposals.ts'
import { undecided } from './proposal-address.ts'

const questions = [
  { label: msg('To do'), filter: undecided },
  { label: msg('Applied'), filter: { status: ['applied'] } },
] as const
/** Figures below another value, which need a word to say what they count. */
const cells = {
  listingCount: ({ listingCount }: AnyRecord) =>
    t('{n, plural, one {# listing} other {# listings}}', { n: Number(listingCount) }),
}
const widths = { pattern: 260, replacement: 180, stake: 150, expectedPrecision: 128 }

/** Rules that were mined from wordings without a place, those with the most money first. */
export function RuleProposalListScreen() {
  return <ListScreen of={ruleProposals} cells={cells} widths={widths} questions={questions} />
}
