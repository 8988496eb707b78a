import type * as z from 'zod/mini'
import type { CompanySettings } from '../../core/settings.server.ts'
import { demoCompany } from '../../features/invoices/demo-company.server.ts'
import type { environment } from './environment.server.ts'

type Values = Pick<
  z.output<typeof environment>,
  'COMPANY_NAME' | 'COMPANY_TAX_ID' | 'COMPANY_ADDRESS' | 'COMPANY_COUNTRY'
>

/** Who issues invoices; undefined while anything about them is missing. */
export function companyOf(values: Values, mode: 'demo' | 'production'): CompanySettings | undefined {
  const { COMPANY_NAME: name, COMPANY_TAX_ID: taxId, COMPANY_ADDRESS: address, COMPANY_COUNTRY: country } = values
  if (name && taxId && address && country) return { name, taxId, address, country }
  const isNoneSet = !name && !taxId && !address && !country
  return mode === 'demo' && isNoneSet ? demoCompany : undefined
}
