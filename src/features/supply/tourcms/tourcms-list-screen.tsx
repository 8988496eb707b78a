import { importScreenOf } from '../importing/import-list-screen.tsx'
import { tourcms } from './tourcms.ts'

export const ImportScreen = importScreenOf(tourcms)
