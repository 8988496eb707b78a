import { expect, it } from 'vitest'
import { endpointsOf } from '../calls/resource-endpoints.ts'
import type { AnyResource } from '../resource/resource.ts'
import type { Caller, Reply, TestContext } from './test-context.server.ts'
import { findings, inShort, pathTo } from './test-context.server.ts'

type Call = (caller: Caller) => Promise<Reply>

function callsOf(resource: AnyResource, id: number): { name: string; changes: boolean; call: Call }[] {
  return endpointsOf(resource).map(({ method, path }) => {
    const at = path.replace(':id', String(id))
    const calls: Record<typeof method, Call> = {
      GET: (caller) => caller.get(at),
      POST: (caller) => caller.post(at, {}),
      PUT: (caller) => caller.put(at, {}),
      PATCH: (caller) => caller.patch(at, {}),
      DELETE: (caller) => caller.delete(at),
    }
    return { name: `${method} ${path}`, changes: method !== 'GET', call: calls[method] }
  })
}

const refusalOf = ({ status, body }: Reply) => [status, (body as { error?: string }).error].join(' ')

/** Who can do what with a resource. */
export function accessContract(resource: AnyResource, testContext: () => TestContext): void {
  it('is closed to people without a session, without a grant, and to readers who want to change', async () => {
    const { anonymous, stranger, reader, maker } = testContext()
    const id = await maker.make(resource)
    expect(
      await findings(callsOf(resource, id), async ({ name, changes, call }) => {
        const answers = {
          anonymous: refusalOf(await call(anonymous)),
          stranger: refusalOf(await call(stranger)),
          reader: refusalOf(await call(reader)),
        }
        const expected = {
          anonymous: '403 SessionExpired',
          stranger: '403 Forbidden',
          reader: changes ? '403 Forbidden' : '200 ',
        }
        return JSON.stringify(answers) === JSON.stringify(expected) ? undefined : `${name}: ${JSON.stringify(answers)}`
      }),
    ).toEqual([])
  })

  it('a refusal reveals nothing to people without a grant', async () => {
    const { stranger } = testContext()
    const replies = await Promise.all([1, 999_999_999, 'abc'].map((id) => stranger.get(`${pathTo(resource)}/${id}`)))
    const bodies = replies.map(({ body }) => (body as { message: string }).message)
    expect(new Set(bodies).size).toBe(1)
    expect(bodies[0]).not.toMatch(/there is no such/i)
  })

  it('offers no operation but those of its definition', async () => {
    const { admin, maker, routes } = testContext()
    const id = await maker.make(resource)
    const [every, one] = [pathTo(resource), pathTo(resource, id)]
    const all: [operation: string, route: string, call: Call][] = [
      ['create', `POST ${every}`, (caller) => caller.post(every, {})],
      ['update', `PUT ${every}/:id`, (caller) => caller.put(one, {})],
      ['update', `PATCH ${every}/:id`, (caller) => caller.patch(one, {})],
      ['delete', `DELETE ${every}/:id`, (caller) => caller.delete(one)],
      ['never', `PUT ${every}`, (caller) => caller.put(every, {})],
      ['never', `PATCH ${every}`, (caller) => caller.patch(every, {})],
      ['never', `DELETE ${every}`, (caller) => caller.delete(every)],
      ['never', `POST ${every}/:id`, (caller) => caller.post(one, {})],
    ]
    // Endpoints that an area supplies itself are tested there.
    const closed = all.filter(
      ([operation, route]) => !(resource.operations as readonly string[]).includes(operation) && !routes?.has(route),
    )
    expect(
      await findings(closed, async ([operation, , call]) => {
        const reply = await call(admin)
        return [404, 405].includes(reply.status) ? undefined : `${operation}: ${inShort(reply)}`
      }),
    ).toEqual([])
    // Whether single records are offered or not, nothing has happened to this one.
    expect((await admin.get(pathTo(resource), { filter: { id } })).body).toHaveLength(1)
  })
}
