import { startTestServer } from '/work/main/src/app/testing/start.server.ts'
import { sql } from 'kysely'
const s = await startTestServer({ postgresUrl: null })
const db = s.database.kysely
const c = await s.signIn('admin')
async function go(label) {
  const t = performance.now()
  const r = await c.post('/rest/data/coupons/generate', { count: 2000, prefix: 'SUN-', template: { name: 'Spring', percent: 500, campaign: 'Mailing' } })
  console.log(label, r.status, Math.round((performance.now() - t) / 10), 'ms per page of 200')
}
await go('warm'); await go('as is')
const drop = async (names) => { for (const n of names) await sql.raw(`drop index ${n}`).execute(db) }
await drop(['coupons_code_search', 'coupons_name_search', 'coupons_campaign_search']); await go('without trigram')
await drop(['coupons_event_ids','coupons_performer_ids','coupons_venue_ids','coupons_city_ids','coupons_product_ids','coupons_customer_ids']); await go('without refs')
await drop(['coupons_newest','coupons_status','coupons_kind','coupons_campaign','coupons_owner','coupons_valid_until']); await go('without btrees')
await s.stop()
