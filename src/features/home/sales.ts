import type * as z from 'zod/mini'
import type { readDashboard, readSalesHistory } from './dashboard.ts'

export type Dashboard = z.output<NonNullable<(typeof readDashboard)['output']>>
export type DashboardFigure = Dashboard['figures'][number]
export type SalesHistory = z.output<NonNullable<(typeof readSalesHistory)['output']>>
