import { seesPersonalData } from '../../core/access/limits.ts'
import { useSession } from '../../core/browser/session.web.ts'

/** Whether the user who is signed in can see people's addresses and numbers in records of an object. */
export function useSeesPersonalData(object: string): boolean {
  const session = useSession()
  return session !== null && seesPersonalData(session.grants, object)
}
