import { msg } from '../../core/i18n/language.ts'

/** What needs attention comes first. */
export const providerStates = ['failing', 'degraded', 'unmapped', 'paused', 'healthy', 'quiet'] as const
export type ProviderState = (typeof providerStates)[number]

export const stateLabels: Record<ProviderState, string> = {
  failing: msg('Failing'),
  degraded: msg('Degraded'),
  unmapped: msg('No mapped events'),
  paused: msg('Paused'),
  healthy: msg('Healthy'),
  quiet: msg('No calls'),
}

export const kindLabels = {
  marketplace: msg('Marketplace'),
  primary: msg('Box office'),
  broker_feed: msg('Broker feed'),
} as const

export const breakerLabels = {
  closed: msg('Closed: calls go through'),
  open: msg('Open: calls pause for a moment'),
  half_open: msg('Half-open: the next call decides'),
} as const
export type BreakerState = keyof typeof breakerLabels

/** Above these a provider that answers is degraded: the share of failed calls in basis points, and milliseconds. */
const tooMany = 500
const tooSlow = 2_000

export function stateOf(facts: {
  readonly isPaused: boolean
  /** Tickets of it are on sale although it is linked with no event of ours. */
  readonly isUnmapped: boolean
  readonly breaker: BreakerState
  readonly calls: number
  readonly errorShare: number | null
  readonly p95: number | null
}): ProviderState {
  if (facts.isPaused) return 'paused'
  if (facts.breaker !== 'closed') return 'failing'
  if ((facts.errorShare ?? 0) > tooMany || (facts.p95 ?? 0) > tooSlow) return 'degraded'
  if (facts.isUnmapped) return 'unmapped'
  return facts.calls === 0 ? 'quiet' : 'healthy'
}
