import type { AnyResource } from '../../core/resource/resource.ts'

/** The fields by which a resource says that staff share its records among them. */
const workFields = ['assigneeId', 'snoozedUntil', 'tags'] as const

export function isAssignable({ fields }: AnyResource): boolean {
  return workFields.every((key) => key in fields)
}
