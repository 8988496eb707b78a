import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { readCookies } from './cookies.server.ts'
import type { Language } from '../i18n/language.ts'
import { findLanguageBy, languageOf } from '../i18n/language.ts'

const spoken = new AsyncLocalStorage<Language>()

/** The cookie that a document's language is taken from; calls say theirs as Accept-Language. Readable by scripts. */
export const languageCookie = 'language'

// Texts that no request asked for, such as a job's, are in English.
findLanguageBy(() => spoken.getStore() ?? 'en')

/** Runs `work`, and everything it waits for, in a language. */
export function speaking<T>(language: Language, work: () => T): T {
  return spoken.run(language, work)
}

/** The language that a call wants its answer in: RFC 9110, Accept-Language. */
export function languageOfCall({ headers }: FastifyRequest): Language {
  return languageOf(headers['accept-language'])
}

/** The language of a document: what the person chose, else what their browser asks for. */
export function languageOfDocument({ headers }: FastifyRequest): Language {
  const chosen = readCookies(headers.cookie ?? '').get(languageCookie)
  return languageOf([chosen, headers['accept-language']].filter(Boolean).join(', '))
}

/** Answers every request of a server in the language that it wants. To be added before all other hooks. */
export function speakLanguages(server: FastifyInstance): void {
  server.addHook('onRequest', (request, _reply, done) => speaking(languageOfCall(request), done))
  // Reading the body ends in the connection's own context, not in the request's (nodejs/node#34430).
  server.addHook('preValidation', (request, _reply, done) => speaking(languageOfCall(request), done))
}
