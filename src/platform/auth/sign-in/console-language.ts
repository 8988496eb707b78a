import * as z from 'zod/mini'
import { defineEndpoint } from '../../../core/http/endpoint.ts'
import { t } from '../../../core/i18n/language.ts'

/** The languages that a staff member can choose. */
const consoleLanguages = ['en', 'es'] as const

const language = z.object({ language: z.enum(consoleLanguages, { error: () => t('Language not found.') }) })

export const chooseConsoleLanguage = defineEndpoint('PUT /rest/data/console-language', {
  summary: 'Choose the language in which the console speaks to the caller, wherever they sign in',
  access: 'signed-in',
  tag: 'Sign-in',
  input: language,
  output: language,
})
