import type * as z from 'zod/mini'
import type { readDashboard } from './dashboard.ts'

type Dashboard = z.output<NonNullable<(typeof readDashboard)['output']>>

/** Today's sales by currency. */
export type PurchaseSales = NonNullable<Dashboard['sales']>

export type WorkerTroubles = Dashboard['workers']
