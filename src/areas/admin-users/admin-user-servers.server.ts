import type { Implementation } from '../../kit/endpoint.server.ts'
import { implementAdminUsers } from './admin-users.server.ts'
import { elevationCommandServers } from './elevation-commands.server.ts'
import type { InvitationSettings } from './invitations.server.ts'
import { ownElevationServers } from './own-elevations.server.ts'
import { endOwnSessionsServer, endStaffSessionsServer, listOwnSessionsServer, listStaffSessionsServer } from './staff-sessions.server.ts'
import { implementSuspension } from './suspension.server.ts'

/** The calls about the people who work in the console. Whom it may invite depends on the settings. */
export function implementStaff(settings: InvitationSettings): Implementation[] {
  return [
    ...implementAdminUsers(settings),
    ...implementSuspension(settings),
    listStaffSessionsServer, endStaffSessionsServer, listOwnSessionsServer, endOwnSessionsServer,
    ...elevationCommandServers,
    ...ownElevationServers,
  ]
}
