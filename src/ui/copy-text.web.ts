import { t } from '../core/i18n/language.ts'
import { toast } from './toast-store.web.ts'

/** Puts a code or reference on the clipboard and says so. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast.success(t('Copied {text}', { text }))
  } catch {
    toast.warning(t('Your browser blocked copying. Select the text and copy it.'))
  }
}
