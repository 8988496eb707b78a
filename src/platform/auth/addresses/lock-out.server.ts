import type { Actor } from '../../../core/access/access.ts'
import type { Db } from '../../../db/tables.server.ts'
import { Refusal } from '../../../core/errors/errors.ts'
import { t } from '../../../core/i18n/language.ts'
import { addressInWords, hasRanges, isInAnyRange, isTrustedAddress } from './ip-policy.server.ts'

/**
 * Refuses a change of the ranges that would lock out the person who makes it. Called inside the transaction, after the
 * change. Having no range at all is safe: every address is then allowed.
 *
 * @param saved the range that was just saved, null when one was deleted
 */
export async function assertStillAdmitted(
  db: Db,
  { actor, address, saved }: { actor: Actor; address: string | undefined; saved: number | null },
): Promise<void> {
  if (actor.kind !== 'staff' || actor.id === null || address === undefined) return
  if (!(await hasRanges(db))) return
  if (await isInAnyRange(db, address)) return
  const isFirst = saved !== null && !(await hasRanges(db, saved))
  // A verified address expires after some days: it can keep the door open, but it can't justify turning the check on.
  if (!isFirst && (await isTrustedAddress(db, actor.id, address))) return
  const message = isFirst
    ? t('The first range turns the check on for everyone, so it must include your own address, {addressInWords}.', {
        addressInWords: addressInWords(address),
      })
    : t('This would lock you out: no range would include your address, {addressInWords}. Add one first.', {
        addressInWords: addressInWords(address),
      })
  throw new Refusal(409, message, { error: 'LocksYouOut', ...(saved !== null && { fields: { range: message } }) })
}
