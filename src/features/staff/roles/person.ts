import { msg } from '../../../core/i18n/language.ts'
import type { Tone } from '../../../core/resource/fields.ts'
import type { ConsoleUser } from './role-users.ts'

/** A person as people say it: by name, else by email address. */
export function nameOf(user: Pick<ConsoleUser, 'first_name' | 'last_name' | 'email'>): string {
  return `${user.first_name} ${user.last_name}`.trim() || user.email
}

export const statusWords: Readonly<Record<ConsoleUser['status'], string>> = {
  active: msg('Active'),
  invited: msg('Invited'),
  suspended: msg('Suspended'),
}

export const statusTones: Readonly<Record<ConsoleUser['status'], Tone>> = {
  active: 'good',
  invited: 'busy',
  suspended: 'bad',
}

/** The page of a person. */
export const personHref = ({ email }: { readonly email: string }) => `/roles/users/update/${encodeURIComponent(email)}`
