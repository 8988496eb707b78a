import { defineServerModule } from '../../core/calls/server-module.server.ts'
import { sellersPermissions } from './sellers.permissions.ts'

export const sellersServerModule = defineServerModule({ name: 'sellers', permissions: sellersPermissions })
