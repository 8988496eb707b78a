import { randomUUID } from 'node:crypto'
import { createLocalJWKSet, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { foldEmail } from '../../../core/email.ts'
import type { DemoPerson } from './demo-people.ts'
import { demoPeople, demoSubjectOf } from './demo-people.ts'
import type { IssuerTrust } from './id-token.server.ts'

/** Not a web address, so that nothing can ever be looked up there or mistaken for Google. */
const demoIssuerName = 'urn:marquee:demo-issuer'
const demoAudience = 'marquee-demo'

export interface DemoIssuer {
  /** What the check of ID tokens needs to trust this issuer. */
  readonly trust: IssuerTrust
  /** A token that lives five minutes, made as Google makes them. */
  tokenFor(person: DemoPerson): Promise<string>
}

/** Replaces Google in demo mode. Its key is created at start, kept in memory and never written to disk. */
export async function createDemoIssuer(): Promise<DemoIssuer> {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const jwk = { ...(await exportJWK(publicKey)), kid: 'demo', alg: 'RS256', use: 'sig' }
  return {
    trust: {
      issuers: [demoIssuerName],
      audience: demoAudience,
      keys: createLocalJWKSet({ keys: [jwk] }),
      hostedDomains: [],
    },
    tokenFor: (person) =>
      new SignJWT({
        email: person.email,
        email_verified: true,
        azp: demoAudience,
        name: `${person.firstName} ${person.lastName}`,
        given_name: person.firstName,
        family_name: person.lastName,
      })
        .setProtectedHeader({ alg: 'RS256', kid: 'demo', typ: 'JWT' })
        .setIssuer(demoIssuerName)
        .setAudience(demoAudience)
        .setSubject(demoSubjectOf(person))
        // Each is accepted once, so two of one second must differ.
        .setJti(randomUUID())
        .setIssuedAt()
        .setExpirationTime('5m')
        .sign(privateKey),
  }
}

/** The demo person with an address, if there is one. */
export function findDemoPerson(email: string): DemoPerson | undefined {
  return demoPeople.find((person) => person.email === foldEmail(email))
}
