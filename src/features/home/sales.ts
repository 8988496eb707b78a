import type * as z from 'zod/mini'
import type { readDashboard } from './dashboard.ts'

/** Today's sales by currency. */
export type PurchaseSales = NonNullable<z.output<NonNullable<(typeof readDashboard)['output']>>['sales']>
