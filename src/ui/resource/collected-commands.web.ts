import { useMemo, useState } from 'react'
import type { CollectedCommand, CommandCollector } from './command.tsx'

/** The commands below a provider of the collector, in the order in which they are written. */
export function useCollectedCommands(): readonly [readonly CollectedCommand[], CommandCollector] {
  const [commands, setCommands] = useState<readonly CollectedCommand[]>([])
  const collector = useMemo<CommandCollector>(
    () => ({
      put: (command) =>
        setCommands((before) => [...before.filter(({ id }) => id !== command.id), command].toSorted(inTurn)),
      remove: (id) => setCommands((before) => before.filter((command) => command.id !== id)),
    }),
    [],
  )
  return [commands, collector]
}

function inTurn(one: CollectedCommand, other: CollectedCommand): number {
  return one.mark.compareDocumentPosition(other.mark) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1
}
