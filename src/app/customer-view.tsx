import { createRoot } from 'react-dom/client'
import { CustomerViewPage } from '../areas/customers/customer-view-page.tsx'
import { t } from '../kit/language.ts'
import { applyDirection } from '../ui/direction.web.ts'
import { UiProvider } from '../ui/provider.tsx'
import { refuseMarkup } from '../ui/trusted-types.web.ts'
import { startLanguage } from './locales/start-language.web.ts'
import { documentTitle } from './settings.web.ts'

// A document of its own: it holds no session of the console and makes none of its calls.
refuseMarkup()
applyDirection()
await startLanguage()

function start(): void {
  document.title = documentTitle(t('Customer account'))
  const root = document.getElementById('root')
  if (root) createRoot(root).render(<UiProvider><CustomerViewPage /></UiProvider>)
}

start()
