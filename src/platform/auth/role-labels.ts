import { msg, t } from '../../core/i18n/language.ts'

/** Titles of the roles that Marquee and its demo data bring along, in words that can be translated. */
const titles = new Map([
  ['admin', msg('Admin')],
  ['catalogue-editor', msg('Catalogue editor')],
  ['finance', msg('Finance')],
  ['no-access', msg('No access')],
  ['read-only', msg('Read-only')],
  ['sales-agent', msg('Sales agent')],
])

/** The roles whose titles are written here. */
export const titledRoles = [...titles.keys()]

/** What the roles of the demo data are for, as they are stored. */
export const demoDescriptions = {
  catalogueEditor: msg('Products, events, places and pages. No customers, no money.'),
  salesAgent: msg('Customers, purchases and coupons. Looks up the catalogue, can’t refund.'),
  finance: msg('Refunds, invoices, exchange rates and exports. Can’t edit the catalogue.'),
  readOnly: msg('Sees every area except roles and settings. Can’t change anything.'),
  noAccess: msg('Can sign in, but sees nothing.'),
}
const described = new Set<string>(Object.values(demoDescriptions))

/** What a role is for, in the reader's language where it is as the demo data has it. */
export function roleDescription(description: string): string {
  return described.has(description) ? t(description) : description
}

/** A role as people call it, in English: for letters, which are not in the language of who sends them. */
export function roleTitleInEnglish(name: string): string {
  const words = name.replaceAll(/[-_]+/g, ' ').trim()
  return titles.get(name) ?? (words === '' ? name : words.charAt(0).toUpperCase() + words.slice(1))
}

/**
 * A role as people call it: "Sales agent" for `sales-agent`. A role that people made is written as the words of its
 * name. The name itself stays in addresses, in calls, in the audit and in the field where it is given.
 */
export function roleTitle(name: string): string {
  const title = roleTitleInEnglish(name)
  return titles.has(name) ? t(title) : title
}
