import { sql } from 'kysely'
import { serve } from '../../core/resource/resource.server.ts'
import { apiUsers } from './api-users.ts'

const lastDay = sql`now() - interval '24 hours'`

export const apiUsersServer = serve(apiUsers, {
  derived: {
    keyHint: sql`(select k.prefix || '…' || k.last_four from discovery_api_keys k
      where k.user_id = t.id and k.revoked_at is null order by k.id desc limit 1)`,
    keyCount: sql`(select count(*) from discovery_api_keys k
      where k.user_id = t.id and k.revoked_at is null and (k.expires_at is null or k.expires_at > now()))`,
    lastUsedAt: sql`(select max(k.last_used_at) from discovery_api_keys k where k.user_id = t.id)`,
    callsToday: sql`(select coalesce(sum(u.calls), 0) from discovery_api_usage u where u.user_id = t.id and u.hour > ${lastDay})`,
    errorsToday: sql`(select coalesce(sum(u.errors), 0) from discovery_api_usage u where u.user_id = t.id and u.hour > ${lastDay})`,
  },
})
