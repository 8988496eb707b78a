import { ListScreen } from '../../ui/resource/list-screen.tsx'
import { currencySettings } from './currency-settings.ts'

const widths = { name: 270 }

export function CurrencyListScreen() {
  return <ListScreen of={currencySettings} widths={widths} />
}
