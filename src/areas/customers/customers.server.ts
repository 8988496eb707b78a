import { sql } from 'kysely'
import { invalid, Refusal } from '../../kit/errors.ts'
import { t } from '../../kit/language.ts'
import { serve } from '../../kit/resource.server.ts'
import { customers } from './customers.ts'

export const customersServer = serve(customers, {
  derived: {
    purchaseCount: sql`(select count(*) from purchases p where p.customer_id = t.id)`,
    isStaff: sql`exists (select from staff s where s.email = lower(t.email))`,
  },
  beforeSave: async ({ draft, current }) => {
    if (current?.['status'] === 'anonymised') {
      throw new Refusal(409, t('Nothing is known of this customer any more, so there is nothing to change.'))
    }
    if (draft['status'] === 'anonymised') {
      throw invalid({ status: t('Anonymising cannot be undone and is not done by changing the status.') })
    }
    // Whoever owns the new address has not said so yet.
    if (current && draft['email'] !== current['email']) draft['isVerified'] = false
  },
})
