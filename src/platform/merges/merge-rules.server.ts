import type { AnyResource } from '../../core/resource/resource.ts'
import type { MergeRules } from './merge-parts.server.ts'

interface Declared {
  readonly resource: AnyResource
  readonly rules: MergeRules
}

const declared = new Map<string, Declared>()

/** The merge rules of each resource whose definition says `isMergeable`. */
export function declareMergeRules(resource: AnyResource, rules: MergeRules): void {
  declared.set(resource.name, { resource, rules })
}

export function mergeRulesOf(name: string): MergeRules | undefined {
  return declared.get(name)?.rules
}

/** @throws Error when records of that name can't be merged */
export function mergeableResource(name: string): AnyResource {
  const found = declared.get(name)
  if (!found) throw new Error(`${name} cannot be merged.`)
  return found.resource
}
