import { importScreenOf } from '../importing/import-list-screen.tsx'
import { LazySyncPanel } from '../syncing/lazy-sync-panel.tsx'
import { tourcms } from './tourcms.ts'

export const ImportScreen = importScreenOf(tourcms, LazySyncPanel)
