import { afterAll, beforeAll, beforeEach, inject } from 'vitest'
import { type Client, type TestServer, startTestServer } from '../../../../app/testing/start.server.ts'
import type { Reply } from '../../../../core/testing/test-context.server.ts'
import { emails, makeRole, paths, setRole } from './roles.server.ts'

export let server: TestServer
export let admin: Client
/** Has write on roles and coupons, and no other permissions. */
export let manager: Client
let last = 0

/** Starts the product for the tests of a file, and stops it after them. */
export function serveEscalation(): void {
  beforeAll(async () => {
    server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'escalation' })
    admin = await server.signIn('admin')
    await makeRole(admin, 'manager', 'ui roles', 'write roles', 'ui coupons', 'write coupons')
    await setRole(server, emails['sales-agent'], 'manager')
    manager = await server.signIn('sales-agent')
  })
  afterAll(() => server?.stop())
  beforeEach(async () => {
    await setRole(server, emails.admin, 'admin')
    await setRole(server, emails['sales-agent'], 'manager')
    await setRole(server, emails.finance, 'finance')
    await setRole(server, emails['no-access'], 'no-access')
  })
}

export const newName = () => `role-${++last}`
export const answer = ({ status, body }: Reply) => `${status} ${(body as { error?: string }).error ?? ''}`.trim()
export const one = (path: string, params: Record<string, string>) => `${path}?${new URLSearchParams(params)}`
export const remove = (caller: Client, email: string) => caller.delete(one(paths.users, { email }))
export const assign = (caller: Client, email: string, role: string) => caller.put(paths.users, { email, role })
