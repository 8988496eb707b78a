import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DemoService } from '../../../platform/demo-services/demo-services.server.ts'

/** Milliseconds for which a page of the list is kept back, as a supplier far away takes. */
export const pageDelay = 250

/**
 * A proxy before a simulator of Tiqets, which answers pages of its list late, so that a process can be killed between two of them.
 *
 * @param asked - hears the number of each page that is asked for
 */
export async function withSlowList(service: DemoService, asked: (page: number) => void): Promise<DemoService> {
  const { origin } = new URL(String(service.facts['baseUrl']))
  const server = createServer((request, response) => {
    void (async () => {
      const url = new URL(request.url ?? '/', origin)
      if (url.pathname.endsWith('/products')) {
        asked(Number(url.searchParams.get('page')))
        await sleep(pageDelay)
      }
      const reply = await fetch(url, { headers: { authorization: request.headers.authorization ?? '' } })
      response
        .writeHead(reply.status, { 'content-type': reply.headers.get('content-type') ?? '' })
        .end(await reply.text())
    })().catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  server.unref()
  const { port } = server.address() as AddressInfo
  return {
    facts: { ...service.facts, baseUrl: `http://127.0.0.1:${port}/v2` },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await service.close()
    },
  }
}
