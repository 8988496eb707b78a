import type { FastifyRequest } from 'fastify'
import { isLoopback } from '../../core/ip-address.ts'
import { Refusal } from '../../core/errors/errors.ts'
import type { Implementation } from '../../core/http/endpoint.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { t } from '../../core/i18n/language.ts'
import { refuseOtherHosts } from '../auth/sign-in/sign-in-demo.server.ts'
import { listDemoServices } from './demo-services.endpoints.ts'

/** A simulator that listens on a port of this machine. */
export interface DemoService {
  /** Where it answers and with which keys: `{ baseUrl, apiKey }`. */
  readonly facts: Readonly<Record<string, string | number>>
  close(): Promise<void>
}

const starters = new Map<string, () => Promise<DemoService>>()
const running = new Map<string, Promise<DemoService>>()

/** Says how a simulator starts. It starts when it is first needed. */
export function registerDemoService(name: string, start: () => Promise<DemoService>): void {
  starters.set(name, start)
}

/** Where a simulator answers, started if it is not running yet. Only for the demo: callers look at the mode first. */
export async function demoService(name: string): Promise<DemoService['facts']> {
  const known = running.get(name)
  if (known) return (await known).facts
  const start = starters.get(name)
  if (!start) throw new Error(`There is no demo service called ${name}.`)
  const starting = start()
  running.set(name, starting)
  // One that could not start is tried again when it is next needed.
  void starting.catch(() => running.delete(name))
  return (await starting).facts
}

export async function stopDemoServices(): Promise<void> {
  const all = [...running.values()]
  running.clear()
  for (const one of all) await (await one.catch(() => null))?.close()
}

export function implementDemoServices({ mode }: { readonly mode: 'demo' | 'production' }): Implementation[] {
  if (mode !== 'demo') return []
  return [
    implement(
      listDemoServices,
      async ({ request }) => {
        refuseOtherMachines(request)
        const found: Record<string, DemoService['facts']> = {}
        for (const name of [...starters.keys()].toSorted()) found[name] = await demoService(name)
        return found
      },
      { isSecret: true },
    ),
  ]
}

/** The keys of the demo’s services are for programs on this machine alone. */
export function refuseOtherMachines(request: FastifyRequest): void {
  refuseOtherHosts(request)
  if (!isLoopback(request.clientAddress) || !isLoopback(request.socket.remoteAddress ?? ''))
    throw new Refusal(403, t('The demo’s services are listed for programs on this machine only.'))
}
