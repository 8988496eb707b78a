import type { ComponentType } from 'react'
import type { AnyResource } from '../../core/resource/resource.ts'
import { FormScreen } from './form-screen.tsx'

/** The form of a resource that needs only its definition. */
export function dullFormScreen(resource: AnyResource): ComponentType {
  return function DullFormScreen() {
    return <FormScreen of={resource} />
  }
}
