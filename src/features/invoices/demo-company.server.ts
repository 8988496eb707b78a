import type { CompanySettings } from '../../core/settings.server.ts'

/** Who issues the demo's invoices. Made up, like everything in the demo. */
export const demoCompany: CompanySettings = {
  name: 'Marquee Demo S.L.',
  taxId: 'ESB00000000',
  address: 'Calle de Ejemplo 1, 28013 Madrid',
  country: 'ES',
}
