import { ListScreen } from '../../ui/resource/list-screen.tsx'
import { exchangeRates } from './exchange-rates.ts'

// A pair is short, but its source below it is a name.
const widths = { pair: 270 }

export function ExchangeRateListScreen() {
  return <ListScreen of={exchangeRates} widths={widths} />
}
