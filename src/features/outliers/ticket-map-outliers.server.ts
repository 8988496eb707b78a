import { sql } from 'kysely'
import { serve } from '../../core/resource/resource.server.ts'
import { ticketMapOutliers } from './ticket-map-outliers.ts'

export const ticketMapOutliersServer = serve(ticketMapOutliers, {
  derived: { daysLeft: sql`t.next_date - now()::date` },
})
