import type { SeedStep } from '../../core/calls/server-module.server.ts'
import { modules } from '../modules.server.ts'

/**
 * The modules' own steps of one kind, each after its predecessors. A step whose predecessor was removed with its feature
 * takes its module's place.
 */
export function featureSteps(when: SeedStep['when']): readonly SeedStep[] {
  const waiting = modules.flatMap(({ seed = [] }) => seed).filter((step) => step.when === when)
  const placed: SeedStep[] = []
  while (waiting.length > 0) {
    const isReady = ({ after = [] }: SeedStep) => !waiting.some(({ name }) => [after].flat().includes(name))
    const next = waiting.findIndex(isReady)
    if (next === -1)
      throw new Error(`Each of these seed steps comes after another: ${waiting.map(({ name }) => name).join(', ')}.`)
    placed.push(...waiting.splice(next, 1))
  }
  return placed
}
