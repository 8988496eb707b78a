import { importScreenOf } from '../importing/import-list-screen.tsx'
import { LazySyncPanel } from '../syncing/lazy-sync-panel.tsx'
import { tiqets } from './tiqets.ts'

export const ImportScreen = importScreenOf(tiqets, LazySyncPanel)
