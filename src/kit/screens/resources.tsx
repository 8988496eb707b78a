import { createContext, useContext } from 'react'
import type { AnyResource } from '../resource.ts'

const Resources = createContext<readonly AnyResource[]>([])

/** Tells the kit's screens which resources there are: the kit knows no product word. */
export const ResourcesProvider = Resources.Provider

/** The resource that a reference points at. */
export function useResource(name: string): AnyResource {
  const found = useContext(Resources).find((resource) => resource.name === name)
  if (!found) throw new Error(`There is no resource called ${name}`)
  return found
}
