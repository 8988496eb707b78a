import type { AnyResource } from '../core/resource/resource.ts'
import { modules } from './modules.ts'

let definitions: Promise<readonly AnyResource[]> | undefined

/** Every definition, for screens that work with all of them. They're fetched once, when first asked for. */
export function loadResources(): Promise<readonly AnyResource[]> {
  return (definitions ??= Promise.all(modules.flatMap(({ resources = [] }) => resources.map((load) => load()))))
}
