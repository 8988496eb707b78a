import { defineServerModule } from '../../core/calls/server-module.server.ts'
import { forgetCalls } from './call-log.server.ts'

export const outboundServerModule = defineServerModule({ name: 'outbound', jobs: [forgetCalls] })
