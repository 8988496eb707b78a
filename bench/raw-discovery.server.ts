// The baseline that the discovery API is compared with: node:http and pg alone, the same prepared statement and one
// look-up of the key. Its calls are known in advance, so it has nothing to route, check, count or mark.
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import pg from 'pg'
import { callerLookup } from '../src/features/api-users/api-access.server.ts'
import type { Statement } from '../src/features/discovery/discovery-statements.server.ts'

const [, , databaseUrl = '', poolSize = '10', calls = '{}'] = process.argv
const known = JSON.parse(calls) as Record<string, Statement>
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
const pool = new pg.Pool({ connectionString: databaseUrl, max: Number(poolSize), options: '-c random_page_cost=1.1' })

const server = createServer((request, response) => {
  void answer(request.url ?? '', request.headers.authorization ?? '').then(
    ([status, body]) => response.writeHead(status, { 'content-type': 'application/json' }).end(body),
    (error: unknown) => response.writeHead(500).end(String(error)),
  )
})

async function answer(url: string, header: string): Promise<[number, string]> {
  const hash = createHash('sha256').update(header.slice('Bearer '.length)).digest()
  const { rowCount } = await pool.query({ name: 'key', text: callerLookup, values: [hash] })
  if (!rowCount) return [401, '{}']
  const call = known[url]
  if (!call) return [404, '{}']
  const {
    rows: [row],
  } = await pool.query<{ records: string }>({ ...call, values: [...call.values] })
  return [200, row?.records ?? '[]']
}

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.stdout.write(`${typeof address === 'object' && address ? address.port : 0}\n`)
})
