import { defineModule } from '../../../ui/resource/module.web.ts'

export const orderRunsModule = defineModule({
  name: 'order-runs',
  resources: [async () => (await import('./order-runs.ts')).orderRuns],
})
