import { isRecord } from '../../core/browser/request-errors.web.ts'

/**
 * The public website's address in an answer of the domains call, or null. Only a web address will do: the link is put into the page as it comes.
 */
export function englishDomain(body: unknown): string | null {
  const domains = isRecord(body) ? body['domains'] : null
  const address = isRecord(domains) ? domains['en'] : null
  return typeof address === 'string' && /^https?:\/\/\S+$/.test(address) ? address : null
}
