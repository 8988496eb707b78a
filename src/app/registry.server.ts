import { declarePermissionActions, declarePermissionObjects } from '../core/access/permissions.ts'
import { serversOf } from '../core/calls/server-module.server.ts'
import type { AnyResource } from '../core/resource/resource.ts'
import type { ResourceServer } from '../core/resource/resource.server.ts'
import { modules } from './modules.server.ts'

// What follows from the modules alone, before there are settings or a database.

for (const { permissions = {}, actions = {}, setUp } of modules) {
  declarePermissionObjects(permissions)
  declarePermissionActions(actions)
  setUp?.()
}

/** The server part of every resource of the product. */
export const servers: readonly ResourceServer[] = serversOf(modules)

/** Every resource of the product. */
export const resources: readonly AnyResource[] = servers.map(({ resource }) => resource)
