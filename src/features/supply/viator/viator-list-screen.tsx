import { importScreenOf } from '../importing/import-list-screen.tsx'
import { viator } from './viator.ts'

export const ImportScreen = importScreenOf(viator)
