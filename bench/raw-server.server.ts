// The baseline that lists are compared with: node:http and pg alone, the same statement for the list, and one look-up
// of the session, both prepared. Its calls are known in advance, so it has nothing to route, parse, authorise, validate
// or log.
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import pg from 'pg'
import type { RawCall } from './calls.server.ts'

const [, , databaseUrl = '', poolSize = '10', calls = '{}'] = process.argv
const known = JSON.parse(calls) as Record<string, RawCall>
const names = new Map(Object.keys(known).map((url, n) => [url, `call-${n}`]))
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
const pool = new pg.Pool({ connectionString: databaseUrl, max: Number(poolSize), options: '-c random_page_cost=1.1' })
const session = `select s.id, p.email, r.name as role from sessions s join staff p on p.id = s.staff_id join roles r on r.id = p.role_id
  where s.token_hash = $1 and s.ended_at is null and s.expires_at > now() and p.status = 'active'`

const server = createServer((request, response) => {
  void answer(request.url ?? '', String(request.headers['x-token'])).then(
    ([status, body]) => response.writeHead(status, { 'content-type': 'application/json' }).end(body),
    (error: unknown) => response.writeHead(500).end(String(error)),
  )
})

async function answer(url: string, token: string): Promise<[number, string]> {
  const { rowCount } = await pool.query({
    name: 'session',
    text: session,
    values: [createHash('sha256').update(token).digest()],
  })
  if (!rowCount) return [403, '{}']
  const call = known[url]
  if (!call) return [404, '{}']
  const {
    rows: [row],
  } = await pool.query<{ records: string }>({ name: String(names.get(url)), text: call.text, values: [...call.values] })
  return [200, row?.records ?? '[]']
}

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.stdout.write(`${typeof address === 'object' && address ? address.port : 0}\n`)
})
