import { createLocalJWKSet, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { sql } from 'kysely'
import type { Db } from '../../kit/endpoint.server.ts'
import type { DemoPerson } from './demo-people.ts'
import { demoPeople, demoRoles } from './demo-people.ts'
import type { IssuerTrust } from './id-token.server.ts'

/** Not a web address, so that nothing can ever be looked up there or mistaken for Google. */
export const demoIssuerName = 'urn:marquee:demo-issuer'
const demoAudience = 'marquee-demo'

export interface DemoIssuer {
  /** What the check of ID tokens needs to believe this issuer. */
  readonly trust: IssuerTrust
  /** A token that lives five minutes, made as Google makes them. */
  tokenFor(person: DemoPerson): Promise<string>
}

/** Stands in for Google in demo mode. Its key is made at start, kept in memory and never written down. */
export async function createDemoIssuer(): Promise<DemoIssuer> {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const jwk = { ...await exportJWK(publicKey), kid: 'demo', alg: 'RS256', use: 'sig' }
  return {
    trust: {
      issuers: [demoIssuerName],
      audience: demoAudience,
      keys: createLocalJWKSet({ keys: [jwk] }),
      hostedDomains: [],
    },
    tokenFor: (person) => new SignJWT({
      email: person.email,
      email_verified: true,
      azp: demoAudience,
      name: `${person.firstName} ${person.lastName}`,
      given_name: person.firstName,
      family_name: person.lastName,
    })
      .setProtectedHeader({ alg: 'RS256', kid: 'demo', typ: 'JWT' })
      .setIssuer(demoIssuerName).setAudience(demoAudience).setSubject(subjectOf(person))
      .setIssuedAt().setExpirationTime('5m').sign(privateKey),
  }
}

/** The demo person with an address, if there is one. */
export function findDemoPerson(email: string): DemoPerson | undefined {
  return demoPeople.find((person) => person.email === email.trim().toLowerCase())
}

function subjectOf(person: DemoPerson): string {
  return `demo:${person.email}`
}

/**
 * Brings in the demo roles with their grants, and the demo people. Safe to run again: what is there already stays
 * as somebody has made it since.
 */
export async function seedDemoStaff(db: Db): Promise<void> {
  for (const role of demoRoles) {
    const { rows: [made] } = await sql<{ id: number }>`
      insert into roles (name, description) values (${role.name}, ${role.description})
      on conflict (lower(name)) do nothing returning id`.execute(db)
    if (!made) continue
    const pairs = Object.entries(role.grants).flatMap(([object, actions]) => actions.map((action) => ({ object, action })))
    await sql`
      insert into role_permissions (role_id, action, object)
      select ${made.id}, grants.action, grants.object
      from unnest(${pairs.map(({ action }) => action)}::text[], ${pairs.map(({ object }) => object)}::text[])
        as grants (action, object)`.execute(db)
  }
  for (const person of demoPeople) {
    await sql`
      insert into staff (email, first_name, last_name, role_id, status, google_sub)
      select ${person.email}, ${person.firstName}, ${person.lastName}, id, 'active', ${subjectOf(person)}
      from roles where name = ${person.role}
      on conflict do nothing`.execute(db)
  }
}
