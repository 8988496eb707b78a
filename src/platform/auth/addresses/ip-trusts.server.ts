import { sql } from 'kysely'
import { Refusal } from '../../../core/errors/errors.ts'
import { t } from '../../../core/i18n/language.ts'
import { serve } from '../../../core/resource/resource.server.ts'
import { ownNetworkOf } from '../../../core/ip-address.ts'
import { expectPolicyChange, hasRanges, isInAnyRange } from './ip-policy.server.ts'
import { activeOrExpired } from './ip-ranges.server.ts'
import { ipTrusts } from './ip-trusts.ts'
import { personEmail, personName } from './ip-verifications.server.ts'

export const ipTrustsServer = serve(ipTrusts, {
  derived: { person: personName, email: personEmail, state: activeOrExpired },
  async beforeDelete({ current, db, actor, address }) {
    expectPolicyChange()
    const {
      rows: [own],
    } = await sql`
      select 1 from ip_trusts where id = ${Number(current['id'])} and staff_id = ${actor.id} and expires_at > now()`.execute(
      db,
    )
    const isHere = own && address !== undefined && current['network'] === ownNetworkOf(address)
    if (isHere && (await hasRanges(db)) && !(await isInAnyRange(db, address))) {
      throw new Refusal(409, t('This would lock you out: you’re signed in through it.'), {
        error: 'LocksYouOut',
      })
    }
  },
})
