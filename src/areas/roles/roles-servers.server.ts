import type { Endpoint } from '../../kit/endpoint.ts'
import type { Implementation } from '../../kit/endpoint.server.ts'
import type { AnyResource } from '../../kit/resource.ts'
import type { InvitationSettings } from '../admin-users/invitations.server.ts'
import { explainAccessServer } from './access-explanation.server.ts'
import { limitableIn } from './limitable.server.ts'
import {
  createPermissionObjectServer, deletePermissionObjectServer, listPermissionActionsServer, listPermissionObjectsServer, policiesOf,
} from './permission-objects.server.ts'
import { readPermissionsServer, replacePermissionsServer } from './role-permissions.server.ts'
import {
  createConsoleUserServer, deleteConsoleUserServer, listConsoleUsersServer, updateConsoleUserServer,
} from './role-users.server.ts'
import { createRoleServer, deleteRoleServer, listRolesServer, updateRoleServer } from './roles.server.ts'
import { readPermissionUsageServer } from './unused-permissions.server.ts'

interface Product {
  readonly resources: readonly AnyResource[]
  readonly settings: InvitationSettings
  /** Every call there is; asked for once all of them are known. */
  readonly endpoints: () => readonly Endpoint[]
}

/** The calls about roles. Two of them tell what a permission opens, so they have to know the whole product. */
export function implementRoles({ resources, settings, endpoints }: Product): Implementation[] {
  const limitable = limitableIn(resources)
  return [
    listRolesServer, createRoleServer(limitable), updateRoleServer, deleteRoleServer,
    listPermissionObjectsServer, createPermissionObjectServer, deletePermissionObjectServer,
    listPermissionActionsServer(() => endpoints().flatMap(policiesOf), limitable),
    readPermissionsServer, replacePermissionsServer(limitable),
    listConsoleUsersServer, createConsoleUserServer(settings), updateConsoleUserServer, deleteConsoleUserServer,
    explainAccessServer(endpoints),
    readPermissionUsageServer(resources),
  ]
}
