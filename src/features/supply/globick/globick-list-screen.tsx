import { importScreenOf } from '../importing/import-list-screen.tsx'
import { LazySyncPanel } from '../syncing/lazy-sync-panel.tsx'
import { globick } from './globick.ts'

export const ImportScreen = importScreenOf(globick, LazySyncPanel)
