import { keepDrafts } from '../../core/browser/drafts.web.ts'
import { http } from '../../core/browser/http-client.web.ts'
import type { languageNames } from '../../core/i18n/language.ts'

type Chosen = keyof typeof languageNames

let isTurning = false

/** Whether the page is about to be made again with everything that was typed, so that nothing is lost by leaving it. */
export function isTurningLanguage(): boolean {
  return isTurning
}

/** Goes on in another language, here and wherever the person signs in: same address, with what has not been saved. */
export async function chooseLanguage(language: Chosen): Promise<void> {
  // Only now, because the description of a call brings the whole of zod to every page. A failure has been shown by the client already.
  const answer = await import('../../platform/auth/sign-in/console-language.ts')
    .then(({ chooseConsoleLanguage }) => http.request('PUT', chooseConsoleLanguage.path, { body: { language } }))
    .catch(() => null)
  if (!answer) return
  keepDrafts()
  isTurning = true
  window.location.reload()
}
