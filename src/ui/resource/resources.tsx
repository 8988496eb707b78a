import { createContext, use, useContext } from 'react'
import type { AnyResource } from '../../core/resource/resource.ts'

export type LoadResources = () => Promise<readonly AnyResource[]>

const Resources = createContext<LoadResources>(() => Promise.resolve([]))

/**
 * Tells the core's screens which resources there are: the core knows no product word. Definitions are loaded when a
 * form first needs another resource's, because all of them together outweigh a list. Must answer with one promise.
 */
export const ResourcesProvider = Resources.Provider

/** How to get at every resource there is, for what need not be on screen at once. */
export function useLoadResources(): LoadResources {
  return useContext(Resources)
}

/** Every resource there is. Suspends until the definitions are there. */
export function useResources(): readonly AnyResource[] {
  return use(useContext(Resources)())
}

/** The resource that a reference points at. Suspends until the definitions are there. */
export function useResource(name: string): AnyResource {
  const found = useResources().find((resource) => resource.name === name)
  if (!found) throw new Error(`There is no resource called ${name}`)
  return found
}
