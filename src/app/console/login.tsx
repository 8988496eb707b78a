import { createRoot } from 'react-dom/client'
import { readToken } from '../../core/browser/cookies.web.ts'
import { http } from '../../core/browser/http-client.web.ts'
import { t } from '../../core/i18n/language.ts'
import { startLanguage } from '../locales/start-language.web.ts'
import { safeRedirect } from '../navigation/safe-redirect.ts'
import { applyDirection } from '../../ui/direction.web.ts'
import { UiProvider } from '../../ui/provider.tsx'
import { toast } from '../../ui/toast-store.web.ts'
import { refuseMarkup } from '../../ui/trusted-types.web.ts'
import { GOOGLE_SCRIPT } from './google-button.tsx'
import { takeMessage } from './left-messages.web.ts'
import { LoginPage } from './login-page.tsx'
import { documentTitle, googleClientId } from '../settings/settings.web.ts'

const clientId = googleClientId()
refuseMarkup(clientId === null ? [] : [GOOGLE_SCRIPT])
applyDirection()

function start(): void {
  document.title = documentTitle(t('Sign in'))
  const redirect = safeRedirect(new URLSearchParams(window.location.search).get('redirect'))
  // No dialog here: no user is signed in yet who could be asked to sign in again.
  http.presentFailuresWith({
    showError: (text, milliseconds) => toast.error(text, { duration: milliseconds, group: true }),
  })
  const message = takeMessage()
  if (message) toast.error(message.text, { duration: message.milliseconds })
  const root = document.getElementById('root')
  if (root)
    createRoot(root).render(
      <UiProvider>
        <LoginPage clientId={clientId} redirect={redirect} />
      </UiProvider>,
    )
}

// Signed-in users have no business here.
await startLanguage()
if (readToken() === null) start()
else window.location.replace('/')
