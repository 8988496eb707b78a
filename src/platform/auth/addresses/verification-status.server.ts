import type { FastifyRequest } from 'fastify'
import { ownNetworkOf } from '../../../core/ip-address.ts'
import type { VerificationStatus } from './verification.endpoints.ts'
import type { Verification } from './verification-store.server.ts'

/** Tries for one code, seconds between two codes, codes for one verification, codes for one person within an hour. */
export const codeLimits = { tries: 5, pause: 30, codes: 5, codesAnHour: 8 } as const

/** What the browser that calls is shown of its verification, if it has one. */
export function statusOf(
  found: Verification | null,
  request: FastifyRequest,
  { trustDays, mail }: Pick<VerificationStatus, 'trustDays' | 'mail'>,
): VerificationStatus {
  const isElsewhere = found?.isOpen === true && found.network !== ownNetworkOf(request.clientAddress)
  const isOver = found?.status === 'pending' && !found.isOpen
  const state = !found || isOver ? ('none' as const) : isElsewhere ? ('elsewhere' as const) : found.status
  const pending = state === 'pending' ? found : null
  const pause = Math.max(0, codeLimits.pause - (pending?.codeAge ?? codeLimits.pause))
  return {
    state,
    address: request.clientAddress,
    email: pending ? masked(pending.email) : null,
    hasCode: pending !== null && pending.codeEndsIn > 0 && pending.triesLeft > 0,
    codeEndsIn: pending?.codeEndsIn ?? 0,
    triesLeft: pending?.triesLeft ?? 0,
    nextCodeIn: (pending?.codesSent ?? 0) >= codeLimits.codes ? null : pause,
    hasAsked: pending?.hasAsked ?? false,
    trustDays,
    mail,
    reason: state === 'denied' ? (found?.reason ?? null) : null,
  }
}

/** `a••••@m••••.example`: enough to know which mailbox to open. */
function masked(email: string): string {
  const [name = '', domain = ''] = email.split('@')
  const dot = domain.lastIndexOf('.')
  return `${name.charAt(0)}••••@${domain.charAt(0)}••••${dot < 0 ? '' : domain.slice(dot)}`
}
