import { formatNumber } from '../../kit/formats.ts'
import { t } from '../../kit/language.ts'
import type { AnyRecord } from '../../kit/screens/client.web.ts'
import { ListScreen } from '../../kit/screens/list-screen.tsx'
import type { Rule } from './rule-evaluation.ts'
import { effectWords, scopeLine, titlesIn } from './rule-words.ts'
import classes from './rules.module.css'
import { rules } from './rules.ts'

// The server sent them by the definition that rules are part of.
const ruleOf = (record: AnyRecord) => record as unknown as Rule

function EffectCell(record: AnyRecord) {
  return effectWords(ruleOf(record), titlesIn(record)) ?? '–'
}

function ScopeCell(record: AnyRecord) {
  const words = scopeLine(ruleOf(record), titlesIn(record))
  return <span title={words}>{words}</span>
}

function CountCell({ affectedCount }: AnyRecord) {
  return typeof affectedCount === 'number' ? formatNumber(affectedCount) : <span className={classes['soft']}>{t('counting…')}</span>
}

const cells = { effect: EffectCell, appliesTo: ScopeCell, affectedCount: CountCell }
const widths = { name: 200, type: 170, effect: 170, appliesTo: 260, affectedCount: 80 }
/** What the cells word, whatever columns are on screen. */
const needs = [
  'type', 'markup', 'serviceFee', 'minMargin', 'hiddenProviderIds', 'minSeats', 'leadHours', 'notice', 'holderNames', 'maxTickets', 'refundProtection',
  'protectionFee', 'badge', 'eventIds', 'performerIds', 'venueIds', 'competition', 'categoryIds', 'eventTypes', 'providerIds', 'countryIds', 'currency',
  'priceFrom', 'priceTo', 'daysFrom', 'daysTo',
] as const

export function RuleListScreen() {
  return <ListScreen of={rules} cells={cells} widths={widths} needs={needs} />
}
