import type { Fields } from '../../core/resource/fields.ts'
import { boolean, text, words } from '../../core/resource/fields.ts'
import { formatInstant, formatNumber, inWords } from '../../core/i18n/formats.ts'
import { msg, t } from '../../core/i18n/language.ts'
import type { AnyResource, RecordOf } from '../../core/resource/resource.ts'
import { headFields } from '../../core/resource/resource.ts'
import type { audit } from './audit.ts'

/** The words for actions that the server itself names; every other action is said as it is written. */
const actions: Readonly<Record<string, string>> = {
  'create': msg('Created'),
  'update': msg('Changed'),
  'delete': msg('Deleted'),
  'restore': msg('Restored'),
  'undo': msg('Undone'),
  'undelete': msg('Restored'),
  'refused': msg('Refused'),
  'sign-in': msg('Signed in'),
  'sign-out': msg('Signed out'),
  'sign-in-refused': msg('Sign-in refused'),
  'session-refused': msg('Session refused'),
  'session-revoked': msg('Session revoked'),
  'call-refused': msg('Call refused'),
  'export': msg('Exported'),
  'add-note': msg('Note added'),
  'anonymise': msg('Anonymised'),
  'apply-credit': msg('Credit applied'),
  'approve': msg('Approved'),
  'archive': msg('Archived'),
  'ask': msg('Requested'),
  'assign': msg('Assigned'),
  'book': msg('Booked'),
  'cancel': msg('Cancelled'),
  'capture': msg('Captured'),
  'change-note': msg('Note edited'),
  'complete': msg('Completed'),
  'confirm': msg('Confirmed'),
  'disable': msg('Disabled'),
  'end-session': msg('Session ended'),
  'end-sessions': msg('Sessions ended'),
  'expire': msg('Expired'),
  'extend': msg('Extended'),
  'generate': msg('Generated'),
  'grant-credit': msg('Credit given'),
  'hold-for-review': msg('Held for review'),
  'impersonate': msg('Signed in as'),
  'import': msg('Imported'),
  'import-failed': msg('Import failed'),
  'invite': msg('Invited'),
  'load': msg('Loaded'),
  'make-key': msg('Key created'),
  'map': msg('Mapped'),
  'merge': msg('Merged'),
  'moved': msg('Moved'),
  'pause': msg('Paused'),
  'place': msg('Placed'),
  'plan': msg('Scheduled'),
  'postpone': msg('Postponed'),
  'published': msg('Published'),
  'reactivate': msg('Reactivated'),
  'reject': msg('Rejected'),
  'remove-note': msg('Note deleted'),
  'replace': msg('Replaced'),
  'reschedule': msg('Rescheduled'),
  'resend': msg('Sent again'),
  'resume': msg('Resumed'),
  'resync': msg('Resynced'),
  'retry': msg('Retried'),
  'reveal': msg('Revealed'),
  'revoke-key': msg('Key revoked'),
  'rotate-key': msg('Key rotated'),
  'run': msg('Run'),
  'send': msg('Sent'),
  'snooze': msg('Snoozed'),
  'split-order': msg('Order split'),
  'suspend': msg('Suspended'),
  'update-permissions': msg('Permissions changed'),
  'upload': msg('Uploaded'),
}

export function actionWords(action: string): string {
  return Object.hasOwn(actions, action) ? t(actions[action] ?? action) : t(inWords(action))
}

/** What is no resource of its own, and what its entries hold. */
const others: Readonly<Record<string, { readonly label: string; readonly fields: Fields }>> = {
  'sessions': { label: msg('Session'), fields: { bound: boolean({ label: msg('Browser-bound') }) } },
  'demo-data': { label: msg('Demo data'), fields: {} },
  'console-language': { label: msg('Console language'), fields: { language: text() } },
  'saved-views': {
    label: msg('Saved view'),
    fields: {
      name: text(),
      list: text({ label: msg('List') }),
      query: text({ label: msg('Shows') }),
      isShared: boolean({ label: msg('Shared') }),
      defaultOfRoles: words({ label: msg('Default of the roles') }),
      ownDefault: text({ label: msg('Own default') }),
    },
  },
}

/** The fields by which an entry's values are said; none where its object is not known. */
export function fieldsOf(object: string, resource: AnyResource | undefined): Fields {
  // A deleted record is kept with its head.
  if (resource) return { ...resource.fields, ...headFields }
  return (Object.hasOwn(others, object) ? others[object]?.fields : undefined) ?? {}
}

/** The subject of an entry: a resource by its singular name, or else an area by its own name. */
export function objectWords(object: string, resource: AnyResource | undefined): string {
  if (resource) return t(resource.label[0])
  if (Object.hasOwn(others, object)) return t(others[object]?.label ?? object)
  return t(inWords(object))
}

/** `7 more until 21 Nov 2026, 11:31`: refusals of a kind that were counted in place of being written; null elsewhere. */
export function countedWords(
  { outcome, changes }: Pick<RecordOf<typeof audit>, 'outcome' | 'changes'>,
  zone: string | null = null,
): string | null {
  const valueOf = (name: string) => {
    const json = changes.find(({ key, before }) => key === name && before === null)?.after
    return json ? (JSON.parse(json) as unknown) : undefined
  }
  const [more, until] = [valueOf('more'), valueOf('until')]
  if (outcome !== 'refused' || typeof more !== 'number' || typeof until !== 'string') return null
  return t('{n} more until {at}', { n: formatNumber(more), at: formatInstant(until, zone) })
}
