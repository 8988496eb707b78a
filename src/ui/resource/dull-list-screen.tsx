import type { ComponentType } from 'react'
import type { AnyResource } from '../../core/resource/resource.ts'
import { ListScreen } from './list-screen.tsx'

/** The list of a resource that needs only its definition. */
export function dullListScreen(resource: AnyResource): ComponentType {
  return function DullListScreen() {
    return <ListScreen of={resource} />
  }
}
