import { useSyncExternalStore } from 'react'
import { createConnection } from './create-connection.web.ts'

async function askServer(signal: AbortSignal): Promise<boolean> {
  const { status } = await fetch('/health/live', { cache: 'no-store', signal })
  // A proxy in front of an unreachable server answers in its place.
  return status !== 502 && status !== 504
}

/** The console's connection to its server. */
export const connection = createConnection(askServer)

if (typeof window !== 'undefined') {
  // A server on this very machine answers all the same, so the browser's word is only a reason to ask.
  for (const event of ['online', 'offline']) window.addEventListener(event, () => connection.report(false))
}

export function useIsConnected(): boolean {
  return useSyncExternalStore(connection.subscribe, connection.isUp)
}
