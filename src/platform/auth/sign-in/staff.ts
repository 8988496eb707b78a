import { defineResource } from '../../../core/resource/resource.ts'
import { text } from '../../../core/resource/fields.ts'

/**
 * The people whom work can be assigned to: only as much of them as colleagues need. Their accounts are
 * another matter.
 */
export const staff = defineResource('staff', {
  label: ['Staff member', 'Staff'],
  access: 'purchases',
  operations: ['list', 'read'],
  title: 'name',
  fields: {
    name: text({ required: true, readOnly: true, max: 254 }),
    email: text({
      required: true,
      readOnly: true,
      max: 254,
      format: 'email',
      case: 'lower',
      label: 'Email',
    }),
  },
  list: { columns: ['name', 'email'], filters: ['email'], search: ['name', 'email'], sort: 'name' },
  summary: 'People whom purchases can be assigned to.',
})
