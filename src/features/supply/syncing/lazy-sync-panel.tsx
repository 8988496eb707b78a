import { lazy } from 'react'

/** Loads beside the list, which does not wait for it. */
export const LazySyncPanel = lazy(async () => ({ default: (await import('./sync-panel.tsx')).SyncPanel }))
