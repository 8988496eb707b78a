import { createRoot } from 'react-dom/client'
import { CustomerViewPage } from '../../features/customers/customer-view-page.tsx'
import { t } from '../../core/i18n/language.ts'
import { applyDirection } from '../../ui/direction.web.ts'
import { UiProvider } from '../../ui/provider.tsx'
import { refuseMarkup } from '../../ui/trusted-types.web.ts'
import { startLanguage } from '../locales/start-language.web.ts'
import { documentTitle } from '../settings/settings.web.ts'

// A separate document: it has no console session and makes none of the console's calls.
refuseMarkup()
applyDirection()
await startLanguage()

function start(): void {
  document.title = documentTitle(t('Customer account'))
  const root = document.getElementById('root')
  if (root)
    createRoot(root).render(
      <UiProvider>
        <CustomerViewPage />
      </UiProvider>,
    )
}

start()
