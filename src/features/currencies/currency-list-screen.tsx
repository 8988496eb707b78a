import { ListScreen } from '../../ui/resource/list-screen.tsx'
import { currencySettings } from './currency-settings.ts'

// A code is short, but the name of the currency is below it.
const widths = { code: 270 }

export function CurrencyListScreen() {
  return <ListScreen of={currencySettings} widths={widths} />
}
