import { importScreenOf } from '../importing/import-list-screen.tsx'
import { globick } from './globick.ts'

export const ImportScreen = importScreenOf(globick)
