import type { Endpoint } from '../../core/http/endpoint.ts'
import type { Implementation } from '../../core/http/endpoint.server.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import type { InvitationSettings } from './people/invitations.server.ts'
import { explainAccessServer } from './roles/access-explanation.server.ts'
import { limitableIn } from './roles/limitable.server.ts'
import {
  createPermissionObjectServer,
  deletePermissionObjectServer,
  listPermissionActionsServer,
  listPermissionObjectsServer,
  policiesOf,
} from './roles/permission-objects.server.ts'
import { readPermissionsServer, replacePermissionsServer } from './roles/role-permissions.server.ts'
import {
  createConsoleUserServer,
  deleteConsoleUserServer,
  listConsoleUsersServer,
  updateConsoleUserServer,
} from './people/role-users.server.ts'
import {
  createRoleServer,
  deleteRoleServer,
  exportRolesServer,
  listRolesServer,
  updateRoleServer,
} from './roles/roles.server.ts'
import { readPermissionUsageServer } from './roles/unused-permissions.server.ts'

interface Product {
  readonly resources: readonly AnyResource[]
  readonly settings: InvitationSettings
  /** Every call there is; asked for once all of them are known. */
  readonly endpoints: () => readonly Endpoint[]
}

/** The endpoints for roles. Two of them list what a permission opens, so they need to know the whole product. */
export function implementRoles({ resources, settings, endpoints }: Product): Implementation[] {
  const limitable = limitableIn(resources)
  return [
    listRolesServer,
    exportRolesServer,
    createRoleServer(limitable),
    updateRoleServer,
    deleteRoleServer,
    listPermissionObjectsServer,
    createPermissionObjectServer,
    deletePermissionObjectServer,
    listPermissionActionsServer(() => endpoints().flatMap(policiesOf), limitable),
    readPermissionsServer,
    replacePermissionsServer(limitable),
    listConsoleUsersServer,
    createConsoleUserServer(settings),
    updateConsoleUserServer,
    deleteConsoleUserServer,
    explainAccessServer(endpoints),
    readPermissionUsageServer(resources),
  ]
}
