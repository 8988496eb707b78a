import type { FastifyRequest } from 'fastify'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import type { Actor, Grants } from '../../core/access/access.ts'
import { Refusal } from '../../core/errors/errors.ts'
import { coupons } from '../../features/coupons/coupons.ts'
import type { ResourceChange } from './change-feed.server.ts'
import type { LiveStreams } from './live-streams.server.ts'
import { createLiveStreams } from './live-streams.server.ts'

const person = (id: number, grants: Partial<Grants> = {}): Actor => ({
  kind: 'staff',
  id,
  name: `Person ${id}`,
  email: `p${id}@example.com`,
  role: 'some',
  session: { id: 100 + id, isFresh: true },
  grants: { isSuperUser: false, objects: { ui: ['coupons'] }, ...grants },
})
// Edge: of a request only what authenticates is looked at, and here that is given.
const request = {} as FastifyRequest
const change: ResourceChange = {
  resource: 'coupons',
  at: '',
  tabs: new Set(['another-tab']),
  records: [{ id: 1, version: 2, action: 'update', name: 'Ana', tab: 'another-tab' }],
}

function streamsFor(
  actors: Map<FastifyRequest, Actor | Refusal>,
  more: { perPerson?: number; total?: number; open?: ReadonlySet<number> } = {},
): LiveStreams {
  return createLiveStreams({
    resources: [coupons],
    log: pino({ level: 'silent' }),
    visitsTo: () => [],
    onEnd: () => {},
    openSessions: async () => more.open ?? new Set([101, 102, 103]),
    async authenticate(asked) {
      const found = actors.get(asked)
      if (!found || found instanceof Refusal) throw found ?? new Refusal(403, 'No one', { error: 'SessionExpired' })
      return found
    },
    ...more,
  })
}
const textOf = ({ body }: { body: { read(): unknown } }) => String(body.read() ?? '')

describe('streams', () => {
  it('are refused beyond what one person, and all together, can have', () => {
    const streams = streamsFor(new Map(), { perPerson: 2, total: 3 })
    const open = (id: number) => streams.open(request, person(id), `tab-of-${id}`, [coupons])
    open(1)
    open(1)
    expect(() => open(1)).toThrow(expect.objectContaining({ status: 429 }))
    open(2)
    expect(() => open(3)).toThrow(expect.objectContaining({ status: 503 }))
    expect(streams.count).toBe(3)
    streams.close()
    expect(() => open(3)).toThrow(expect.objectContaining({ status: 503 }))
  })

  it('do not name the record if the person’s access is limited to some cities', () => {
    const streams = streamsFor(new Map())
    const limited = streams.open(request, person(1, { limits: { ui: { coupons: [{ cities: [7] }] } } }), 'tab-of-one', [
      coupons,
    ])
    streams.tell([change])
    expect(textOf(limited)).toContain('event: changes\ndata: [{"resource":"coupons","at":"","records":null}]')
    streams.close()
  })

  it('say nothing to whom it was taken from, when that is heard of before the change', async () => {
    const actors = new Map<FastifyRequest, Actor | Refusal>([[request, person(1, { objects: { ui: [] } })]])
    const streams = streamsFor(actors)
    const stream = streams.open(request, person(1), 'tab-of-one', [coupons])
    streams.reconsider({
      object: 'roles',
      count: 1,
      at: '',
      records: [{ id: '1', version: null, action: 'update-permissions', kind: 'staff', who: 9, name: 'Boss' }],
    })
    streams.tell([change])
    await new Promise(setImmediate)
    expect(textOf(stream)).toBe('retry: 3000\n\nevent: permissions\ndata: {}\n\n')
    streams.close()
  })

  it('go on without a word lost when the permissions that were read are the same', async () => {
    const streams = streamsFor(new Map([[request, person(1)]]))
    const stream = streams.open(request, person(1), 'tab-of-one', [coupons])
    streams.reconsider({ object: 'roles', count: 30, at: '' })
    streams.tell([change])
    await new Promise(setImmediate)
    expect(textOf(stream)).toMatch(/"records":\[\{"id":1,"version":2,"action":"update","by":"Ana"\}\]/)
    streams.close()
  })

  it('end when their session has, and only theirs', async () => {
    const other = {} as FastifyRequest
    const streams = streamsFor(new Map<FastifyRequest, Actor>([[other, person(2)]]))
    const [one, two] = [
      streams.open(request, person(1), 'tab-of-one', [coupons]),
      streams.open(other, person(2), 'tab-of-two', [coupons]),
    ]
    streams.reconsider({
      object: 'sessions',
      count: 1,
      at: '',
      records: [{ id: '101', version: null, action: 'sign-out', kind: 'staff', who: 1, name: 'One' }],
    })
    await new Promise(setImmediate)
    expect(textOf(one)).toContain('event: end\ndata: {"error":"SessionExpired"}')
    expect(textOf(two)).toBe('retry: 3000\n\n')
    streams.close()
  })
})
