import type { FastifyRequest } from 'fastify'
import { Refusal } from '../../../core/errors/errors.ts'
import { implement } from '../../../core/http/endpoint.server.ts'
import type { Implementation } from '../../../core/http/endpoint.server.ts'
import { t } from '../../../core/i18n/language.ts'
import { findDemoPerson } from './demo-issuer.server.ts'
import type { DemoIssuer } from './demo-issuer.server.ts'
import { demoPeople } from './demo-people.ts'
import { listDemoPeople, makeDemoToken } from './sign-in.endpoints.ts'

/** Whom the demo offers to sign in as, and the tokens that Google would have given them. */
export function implementDemo(issuer: DemoIssuer): Implementation[] {
  return [
    implement(listDemoPeople, async ({ request }) => {
      refuseOtherHosts(request)
      return demoPeople.map(({ email, firstName, lastName, role }) => ({
        email,
        name: `${firstName} ${lastName}`,
        role,
      }))
    }),
    implement(
      makeDemoToken,
      async ({ request, input }) => {
        refuseOtherHosts(request)
        const person = findDemoPerson(input.email)
        if (!person) {
          throw new Refusal(422, t('Demo person not found.'), {
            fields: { email: t('Use the email address of a demo person.') },
          })
        }
        return { googleToken: await issuer.tokenFor(person) }
      },
      { transaction: false, isSecret: true },
    ),
  ]
}

/** A page elsewhere can point its own name at this machine; then the Host gives it away. */
export function refuseOtherHosts(request: FastifyRequest): void {
  const name = (request.headers.host ?? '').replace(/:\d+$/, '')
  if (name === 'localhost' || name.endsWith('.localhost') || name === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(name))
    return
  throw new Refusal(403, t('The demo sign-in answers on this machine’s own address only, such as http://localhost.'))
}
