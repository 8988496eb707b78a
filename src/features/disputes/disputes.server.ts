import { sql } from 'kysely'
import { serve } from '../../core/resource/resource.server.ts'
import { disputes } from './disputes.ts'

const ofOrder = (column: string) => sql`(select ${sql.ref(`p.${column}`)} from purchases p where p.id = t.purchase_id)`

export const disputesServer = serve(disputes, {
  derived: { reference: ofOrder('reference'), orderKind: ofOrder('kind'), nextStep: sql`t.status` },
})
