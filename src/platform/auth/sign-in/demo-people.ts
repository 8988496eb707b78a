export interface DemoPerson {
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly role: string
}

/** One person for each role, so that every view of the console can be tried. */
export const demoPeople: readonly DemoPerson[] = [
  { email: 'ingrid.solheim@demo.marquee.example', firstName: 'Ingrid', lastName: 'Solheim', role: 'admin' },
  {
    email: 'mateo.villanueva@demo.marquee.example',
    firstName: 'Mateo',
    lastName: 'Villanueva',
    role: 'catalogue-editor',
  },
  { email: 'amara.okonkwo@demo.marquee.example', firstName: 'Amara', lastName: 'Okonkwo', role: 'sales-agent' },
  { email: 'hiroshi.tanabe@demo.marquee.example', firstName: 'Hiroshi', lastName: 'Tanabe', role: 'finance' },
  { email: 'leila.haddad@demo.marquee.example', firstName: 'Leïla', lastName: 'Haddad', role: 'read-only' },
  { email: 'tomasz.zielinski@demo.marquee.example', firstName: 'Tomasz', lastName: 'Zieliński', role: 'no-access' },
]

/** A person's account with the demo issuer that replaces Google. */
export function demoSubjectOf(person: DemoPerson): string {
  return `demo:${person.email}`
}
