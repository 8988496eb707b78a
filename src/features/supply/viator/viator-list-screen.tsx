import { importScreenOf } from '../importing/import-list-screen.tsx'
import { LazySyncPanel } from '../syncing/lazy-sync-panel.tsx'
import { viator } from './viator.ts'

export const ImportScreen = importScreenOf(viator, LazySyncPanel)
