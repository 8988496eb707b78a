import type { FastifyInstance } from 'fastify'

/** `GET /rest/data/things/:id` of everything that a server answers, HEAD left out because it follows from GET. */
export function servedRoutes(server: FastifyInstance): string[] {
  const routes: string[] = []
  const above: string[] = []
  for (const line of server.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent = '', segment = '', methods = ''] = /^((?:│ {3}| {4})*)[├└]── (\S+) \(([^)]+)\)/.exec(line) ?? []
    if (segment === '') continue
    const depth = indent.length / 4
    above.length = depth
    above.push(segment)
    for (const method of methods.split(', ')) if (method !== 'HEAD') routes.push(`${method} ${above.join('')}`)
  }
  return routes.sort()
}
