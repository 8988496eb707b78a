import type { Actor } from '../../kit/access.ts'
import type { Db } from '../../kit/endpoint.server.ts'
import { Refusal } from '../../kit/errors.ts'
import { t } from '../../kit/language.ts'
import { addressInWords, hasRanges, isInAnyRange, isTrustedAddress } from './ip-policy.server.ts'

/**
 * Refuses a change of the ranges after which whoever makes it could not come back. Called inside the transaction, with
 * the change made. No range at all is no danger: then every address will do.
 *
 * @param saved the range that was just saved, null when one was taken away
 */
export async function assertStillAdmitted(
  db: Db, { actor, address, saved }: { actor: Actor; address: string | undefined; saved: number | null },
): Promise<void> {
  if (actor.kind !== 'staff' || actor.id === null || address === undefined) return
  if (!await hasRanges(db)) return
  if (await isInAnyRange(db, address)) return
  const isFirst = saved !== null && !await hasRanges(db, saved)
  // What one has proved alone ends after some days; it may keep the door open, but not be why it is locked.
  if (!isFirst && await isTrustedAddress(db, actor.id, address)) return
  const message = isFirst
    ? t('The first range turns the check on for everybody, so it has to contain your own address, {addressInWords}.', { addressInWords: addressInWords(address) })
    : t('This would lock you out: your address, {addressInWords}, would be in no range. Add one that contains it first.', { addressInWords: addressInWords(address) })
  throw new Refusal(409, message, { error: 'LocksYouOut', ...(saved !== null && { fields: { range: message } }) })
}
