import type { Fields } from '../../kit/fields.ts'
import { boolean, text, words } from '../../kit/fields.ts'
import { inWords } from '../../kit/formats.ts'
import type { AnyResource } from '../../kit/resource.ts'
import { headFields } from '../../kit/resource.ts'
import { permissionObjects } from '../../permissions.ts'

/** The words for actions that the server itself names; every other action is said as it is written. */
const actions: Readonly<Record<string, string>> = {
  'create': 'Created',
  'update': 'Changed',
  'delete': 'Deleted',
  'restore': 'Restored',
  'undo': 'Undone',
  'undelete': 'Brought back',
  'refused': 'Was refused',
  'sign-in': 'Signed in',
  'sign-out': 'Signed out',
  'sign-in-refused': 'Sign-in refused',
  'session-refused': 'Session refused',
  'session-revoked': 'Session revoked',
  'call-refused': 'Call refused',
  'export': 'Exported',
}

export function actionWords(action: string): string {
  return Object.hasOwn(actions, action) ? actions[action] ?? action : inWords(action)
}

/** What is no resource of its own, and what its entries hold. */
const others: Readonly<Record<string, { readonly label: string; readonly fields: Fields }>> = {
  'sessions': { label: 'Session', fields: { bound: boolean({ label: 'Tied to its browser' }) } },
  'demo-data': { label: 'Demo data', fields: {} },
  'saved-views': {
    label: 'Saved view',
    fields: {
      name: text(), list: text({ label: 'List' }), query: text({ label: 'Shows' }), isShared: boolean({ label: 'Shared' }),
      defaultOfRoles: words({ label: 'Default of the roles' }), ownDefault: text({ label: 'Own default' }),
    },
  },
}

/** The fields by which an entry's values are said; none where its object is not known. */
export function fieldsOf(object: string, resource: AnyResource | undefined): Fields {
  // A deleted record is kept with its head.
  if (resource) return { ...resource.fields, ...headFields }
  return (Object.hasOwn(others, object) ? others[object]?.fields : undefined) ?? {}
}

/** What an entry is about: a resource by its name in the singular, else an area by its own. */
export function objectWords(object: string, resource: AnyResource | undefined): string {
  if (resource) return resource.label[0]
  if (Object.hasOwn(others, object)) return others[object]?.label ?? object
  return Object.hasOwn(permissionObjects, object) ? permissionObjects[object as keyof typeof permissionObjects] : inWords(object)
}
