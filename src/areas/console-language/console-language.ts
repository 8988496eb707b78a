import * as z from 'zod/mini'
import { defineEndpoint } from '../../kit/endpoint.ts'
import { t } from '../../kit/language.ts'

/** The languages that a member of staff may choose. */
export const consoleLanguages = ['en', 'es'] as const

const language = z.object({ language: z.enum(consoleLanguages, { error: () => t('There is no such language.') }) })

export const chooseConsoleLanguage = defineEndpoint('PUT /rest/data/console-language', {
  summary: 'Choose the language in which the console speaks to the caller, wherever they sign in', access: 'signed-in', tag: 'Sign-in',
  input: language, output: language,
})
