import { describe, expect, it } from 'vitest'
import {
  answer,
  given,
  makeLimited,
  messageOf,
  personWith,
  put,
  admin,
  serveLimits,
} from './testing/limited-roles.server.ts'
import { paths } from './testing/roles.server.ts'

serveLimits()

const upToPercent = (maxOverridePercent: number) => ({ maxOverridePercent })
const limitOf = async (role: string) => {
  const { body } = await admin.get(paths.permissions, { role })
  const { permissions } = body as { permissions: { action: string; object: string; limits?: object }[] }
  return permissions.find(({ action, object }) => action === 'write' && object === 'purchases')?.limits
}

describe('the largest price override of a role', () => {
  it('is kept with its permission, and taken away again', async () => {
    const role = await makeLimited(given('write purchases', upToPercent(15)))
    expect(await limitOf(role)).toEqual({ maxOverridePercent: 15 })
    expect((await put(admin, role, given('write purchases', upToPercent(0)))).status).toBe(200)
    expect(await limitOf(role)).toEqual({ maxOverridePercent: 0 })
    expect((await put(admin, role, given('write purchases', {}))).status).toBe(200)
    expect(await limitOf(role)).toBeUndefined()
  })

  it('is from 0 to 100, and of orders alone', async () => {
    const role = await makeLimited()
    expect(answer(await put(admin, role, given('write purchases', upToPercent(101))))).toBe('422 InvalidInput')
    expect(answer(await put(admin, role, given('write purchases', upToPercent(0.5))))).toBe('422 InvalidInput')
    const other = await put(admin, role, given('write products', upToPercent(10)))
    expect((other.body as { fields: object }).fields).toEqual({
      'permissions.0.limits.maxOverridePercent': '“Products · Edit” can’t be limited to a share of the price.',
    })
  })

  it('is not given farther than the giver has it', async () => {
    const giver = await personWith(
      await makeLimited(given('write roles'), given('ui roles'), given('write purchases', upToPercent(10))),
    )
    const role = await makeLimited()
    expect((await put(giver, role, given('write purchases', upToPercent(10)))).status).toBe(200)
    const refused = await put(giver, role, given('write purchases', upToPercent(11)))
    expect(refused.status).toBe(403)
    expect(messageOf(refused)).toContain('with prices changed by at most 10%')
    expect((await put(giver, role, given('write purchases'))).status).toBe(403)
  })
})
