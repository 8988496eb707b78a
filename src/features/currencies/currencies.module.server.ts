import { defineServerModule } from '../../core/calls/server-module.server.ts'
import { listCurrenciesServer } from './currencies.server.ts'
import { currencySettingsServer } from './currency-settings.server.ts'

export const currenciesServerModule = defineServerModule({
  name: 'currencies',
  resources: [currencySettingsServer],
  endpoints: [listCurrenciesServer],
})
