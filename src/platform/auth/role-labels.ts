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

/**
 * A role as people call it: "Sales agent" for `sales-agent`. A role that people made is written as the words of its
 * name. The name itself stays in addresses, in calls, in the audit and in the field where it is given.
 */
export function roleTitle(name: string): string {
  const title = titles.get(name)
  if (title !== undefined) return t(title)
  const words = name.replaceAll(/[-_]+/g, ' ').trim()
  return words === '' ? name : words.charAt(0).toUpperCase() + words.slice(1)
}
