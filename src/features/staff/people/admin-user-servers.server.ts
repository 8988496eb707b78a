import type { Implementation } from '../../../core/http/endpoint.server.ts'
import { implementAdminUsers } from './admin-users.server.ts'
import { elevationCommandServers } from './elevation-commands.server.ts'
import type { InvitationSettings } from './invitations.server.ts'
import { ownElevationServers } from './own-elevations.server.ts'
import {
  endOwnSessionsServer,
  endStaffSessionsServer,
  listOwnSessionsServer,
  listStaffSessionsServer,
} from './staff-sessions.server.ts'
import { implementSuspension } from './suspension.server.ts'

/** The endpoints for staff members. The settings decide who can be invited. */
export function implementStaff(settings: InvitationSettings): Implementation[] {
  return [
    ...implementAdminUsers(settings),
    ...implementSuspension(settings),
    listStaffSessionsServer,
    endStaffSessionsServer,
    listOwnSessionsServer,
    endOwnSessionsServer,
    ...elevationCommandServers,
    ...ownElevationServers,
  ]
}
