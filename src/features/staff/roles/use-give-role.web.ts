import { useState } from 'react'
import { t } from '../../../core/i18n/language.ts'
import { FailedRequest } from '../../../core/browser/request-errors.web.ts'
import { confirmFreshSignIn } from '../../../ui/resource/fresh-sign-in.web.ts'
import { alertBox } from '../../../ui/message-box-store.web.ts'
import { toast } from '../../../ui/toast-store.web.ts'
import { nameOf } from './person.ts'
import { useChange } from './role-client.web.ts'
import type { ConsoleUser } from './role-users.ts'
import { updateConsoleUser } from './role-users.ts'
import { roleTitle } from '../../../platform/auth/role-labels.ts'

/** Gives several people a role, one after the other; who could not have it is named with the reason. */
export function useGiveRole() {
  const [isBusy, setBusy] = useState(false)
  const change = useChange<ConsoleUser>(updateConsoleUser)

  async function run(people: readonly ConsoleUser[], role: string): Promise<boolean> {
    if (!(await confirmFreshSignIn(t('change a role')))) return false
    setBusy(true)
    const refused: string[] = []
    const given: string[] = []
    for (const person of people) {
      try {
        await change.mutateAsync({ input: { email: person.email, role }, version: person.version })
        given.push(nameOf(person))
      } catch (failure) {
        // An error that is already on screen, such as being signed out, would come for the others too.
        if (!(failure instanceof FailedRequest) || failure.shown) break
        refused.push(`${nameOf(person)}: ${failure.message}`)
      }
    }
    setBusy(false)
    if (refused.length > 0) {
      await alertBox(
        refused.join('\n'),
        t('{n, plural, one {# person keeps their role} other {# people keep their role}}', { n: refused.length }),
        { type: 'warning' },
      )
    }
    if (given.length > 0)
      toast.success(
        given.length === 1
          ? t('{name} has the role {role} now', { name: given[0] ?? '', role: roleTitle(role) })
          : t('{n} people have the role {role} now', { n: given.length, role: roleTitle(role) }),
      )
    return given.length === people.length
  }

  return { run, isBusy }
}
