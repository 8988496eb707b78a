import { sql } from 'kysely'
import { foldedEmail } from '../../core/email.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { invalid, Refusal } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import { serve } from '../../core/resource/resource.server.ts'
import { customers } from './customers.ts'

/** A colleague can be a customer, of their own doing: no one else makes an account theirs. */
async function assertNoColleague(db: Db, email: string): Promise<void> {
  const { rows } = await sql`select 1 from staff s where s.email = ${foldedEmail(sql`${email}::text`)}`.execute(db)
  if (rows.length > 0) throw invalid({ email: t('This address belongs to a member of staff.') })
}

export const customersServer = serve(customers, {
  derived: {
    purchaseCount: sql`(select count(*) from purchases p where p.customer_id = t.id)`,
    isStaff: sql`exists (select from staff s where s.email = ${foldedEmail(sql`t.email`)})`,
  },
  beforeSave: async ({ draft, current, db }) => {
    if (current?.['status'] === 'anonymised') {
      throw new Refusal(409, t('This customer was anonymised, so there is nothing to change.'))
    }
    if (current?.['status'] === 'merged') {
      throw new Refusal(409, t('This customer was merged into another. Open the customer who remains.'))
    }
    if (draft['status'] === 'merged') {
      throw invalid({ status: t('Merge with the command, not by changing the status.') })
    }
    if (draft['status'] === 'anonymised') {
      throw invalid({ status: t('Anonymise customers with the command, not by changing the status.') })
    }
    if (current && draft['email'] !== current['email']) await assertNoColleague(db, String(draft['email']))
    // The owner of the new address has not verified it yet.
    if (current && draft['email'] !== current['email']) draft['isVerified'] = false
  },
})
