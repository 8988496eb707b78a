import { createRoot } from 'react-dom/client'
import { CustomerViewPage } from '../areas/customers/customer-view-page.tsx'
import { applyDirection } from '../ui/direction.web.ts'
import { UiProvider } from '../ui/provider.tsx'
import { refuseMarkup } from '../ui/trusted-types.web.ts'
import { documentTitle } from './settings.web.ts'

// A document of its own: it holds no session of the console and makes none of its calls.
refuseMarkup()
applyDirection()
document.title = documentTitle('Customer account')
const root = document.getElementById('root')
if (root) createRoot(root).render(<UiProvider><CustomerViewPage /></UiProvider>)
