import { defineServerModule } from '../../core/calls/server-module.server.ts'
import { listCurrenciesServer } from './currencies.server.ts'

export const currenciesServerModule = defineServerModule({
  name: 'currencies',
  endpoints: [listCurrenciesServer],
})
