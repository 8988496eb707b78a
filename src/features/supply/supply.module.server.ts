import { defineServerModule } from '../../core/calls/server-module.server.ts'
import { supplyPermissions } from './supply.permissions.ts'

export const supplyServerModule = defineServerModule({ name: 'supply', permissions: supplyPermissions })
