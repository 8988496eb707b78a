import type { Ears, Listening } from './listen.server.ts'
import type { DeadlinePool } from './pool.server.ts'

export type Availability = 'ready' | 'recovering' | 'full'

/** What either engine gives once it is open. */
export interface OpenedEngine {
  readonly pool: DeadlinePool
  availability(): Availability
  listen(ears: Ears): Listening
  backup(file: string): Promise<void>
  close(): Promise<void>
}
