export const recoverableStates = ['open', 'settled', 'written_off', 'cancelled'] as const
export type RecoverableState = (typeof recoverableStates)[number]

export const recoverableDecisions = ['settle', 'write_off'] as const
export type RecoverableDecision = (typeof recoverableDecisions)[number]

export const becomes: Readonly<Record<RecoverableDecision, RecoverableState>> = {
  settle: 'settled',
  write_off: 'written_off',
}

/** Days since a claim arose, in the bands that finance looks at; the last has no end. */
export const ageBands = ['0-30', '31-60', '61-90', '90+'] as const
export type AgeBand = (typeof ageBands)[number]
