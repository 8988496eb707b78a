import { defineModule } from '../../ui/resource/module.web.ts'

export const providersModule = defineModule({
  name: 'providers',
  resources: [async () => (await import('./providers.ts')).providers],
})
