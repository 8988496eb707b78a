import { afterAll, beforeAll, expect, inject } from 'vitest'
import { openTestContext } from '../../../../app/testing/test-context.server.ts'
import type { Client } from '../../../../app/testing/start.server.ts'
import type { Limits } from '../../../../core/access/access.ts'
import type { Reply } from '../../../../core/testing/test-context.server.ts'
import { paths } from './roles.server.ts'
import { makeStaff } from '../../people/testing/staff.server.ts'
import { callerOf } from '../../../../core/testing/http-caller.server.ts'

export let testContext: Awaited<ReturnType<typeof openTestContext>>
export let admin: Client
export let rome: number
export let paris: number
let last = 0
export const next = () => ++last

/** Starts the product for the tests of a file, and stops it after them. */
export function serveLimits(): void {
  beforeAll(async () => {
    testContext = await openTestContext({ postgresUrl: inject('postgresUrl'), name: 'limits' })
    admin = await testContext.server.signIn('admin')
    rome = await testContext.maker.make('cities', { name: 'Rome' })
    paris = await testContext.maker.make('cities', { name: 'Paris' })
  })
  afterAll(() => testContext?.close())
}

export interface Given {
  action: string
  object: string
  limits?: Limits
}
export const without = { personalData: false } as const
export const upTo = (amount: number, currency = 'EUR') => ({ maximum: { amount, currency } })
export const given = (grant: string, limits?: Limits): Given => {
  const [action = '', object = ''] = grant.split(' ')
  return { action, object, ...(limits && { limits }) }
}
export const answer = ({ status, body }: Reply) => `${status} ${(body as { error?: string }).error ?? ''}`.trim()
export const messageOf = ({ body }: Reply) => (body as { message: string }).message
export const put = (caller: Pick<Client, 'put'>, role: string, ...permissions: Given[]) =>
  caller.put(paths.permissions, { role, permissions })

export async function makeLimited(...permissions: Given[]): Promise<string> {
  const name = `limited-${++last}`
  const reply = await admin.post(paths.roles, { name, permissions })
  expect(reply.status, JSON.stringify(reply.body)).toBe(201)
  return name
}

/** A user with that role, signed in. */
export async function personWith(role: string) {
  const person = await makeStaff(testContext.db, role)
  return { ...person, ...callerOf(testContext.server.url, person.token) }
}
