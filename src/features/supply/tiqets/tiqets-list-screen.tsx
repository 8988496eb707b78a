import { importScreenOf } from '../importing/import-list-screen.tsx'
import { tiqets } from './tiqets.ts'

export const ImportScreen = importScreenOf(tiqets)
