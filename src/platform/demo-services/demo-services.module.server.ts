import { defineServerModule } from '../../core/calls/server-module.server.ts'
import { implementDemoServices, stopDemoServices } from './demo-services.server.ts'

export const demoServicesServerModule = defineServerModule({
  name: 'demo-services',
  endpoints({ settings, onStop }) {
    onStop('onClose', stopDemoServices)
    return implementDemoServices(settings)
  },
})
