import { t } from '../../core/i18n/language.ts'

/** The problem of a call that we ended ourselves: it says nothing about the service. */
export const givenUp = 'Stopped before the answer arrived.'

/** The problem of a call whose answer was cut, or is not what it says it is. */
export const unreadable = 'The answer could not be read.'

/** Sentences of the log, which is in English and names services by their keys, as people read them. */
const sentences: readonly (readonly [pattern: RegExp, words: (value: string) => string])[] = [
  [/ did not answer within ([\d.]+) s\.$/, (seconds) => t('No answer within {seconds} s.', { seconds })],
  [/ did not answer in time()\.$/, () => t('No answer in time.')],
  [/ could not be reached: (.+)$/s, (cause) => t('Connection failed: {cause}', { cause })],
  [/ redirects to (.+)\.$/, (address) => t('Redirected to {address}, which we don’t follow.', { address })],
  [/ is larger than (\d+) KB\.$/, (size) => t('The answer is larger than {size} KB.', { size })],
]

/** Why a logged call has no answer, in the reader's language. */
export function problemWords(problem: string): string {
  if (problem === givenUp) return t('Stopped before the answer arrived.')
  if (problem === unreadable) return t('The answer could not be read.')
  for (const [pattern, words] of sentences) {
    const found = pattern.exec(problem)
    if (found) return words(found[1] ?? '')
  }
  return problem
}

interface Outcome {
  readonly status: number | null
  /** Why there is no answer, or why it was of no use. */
  readonly problem: string | null
}

/** Whether a logged call got no answer, a refusal, or an answer of no use. */
export const hasFailed = ({ status, problem }: Outcome): boolean => status === null || status >= 400 || problem !== null

/** How a logged call ended: its status, its problem, or both where the answer was of no use. */
export function outcomeWords({ status, problem }: Outcome): string {
  const parts = [status, problem === null ? null : problemWords(problem)]
  return parts.filter((part) => part !== null).join(' · ') || t('No answer')
}

/** What to do about a call by its status; null where it succeeded. A service that did not answer has none. */
export function callAdvice(status: number | null): string | null {
  if (status === null) return t('The service didn’t answer. Retry in a few minutes.')
  if (status < 400) return null
  if (status === 401 || status === 403) return t('The service refused our key. Check it in the connection settings.')
  if (status === 404 || status === 410) return t('The service doesn’t have this. Check the code.')
  if (status === 429) return t('We sent too many calls. Retry in a few minutes.')
  if (status >= 500) return t('The service has a problem. Retry in a few minutes.')
  return t('The service refused the call. See its answer for the reason.')
}

/** A call's address below its host, which is the same for all calls of a list. */
export const pathOf = (url: string): string => url.replace(/^[a-z]+:\/\/[^/]*/, '')
