// The baseline that changes are compared with: node:http and pg alone. One look-up of the session, then an UPDATE of a
// coupon and an INSERT into the audit in one transaction, all prepared. It reads, checks and answers nothing. Its
// statements stay as they are, so that figures of different days can be compared.
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import pg from 'pg'

const [, , databaseUrl = '', poolSize = '10'] = process.argv
const pool = new pg.Pool({ connectionString: databaseUrl, max: Number(poolSize) })
const session = `select s.id, p.email, r.name as role from sessions s join staff p on p.id = s.staff_id join roles r on r.id = p.role_id
  where s.token_hash = $1 and s.ended_at is null and s.expires_at > now() and p.status = 'active'`
const update = 'update coupons set name = $2, version = version + 1, updated_at = now() where id = $1'
const insert = `insert into audit_log (id, at, actor_kind, actor_id, actor_name, actor_email, actor_role, action, object, record_id, title,
    before, after, request_id, address)
  values (nextval('audit_log_ids'), now(), 'staff', 1, 'Ingrid Solheim', $1, 'admin', 'update', 'coupons', $2, 'CODE',
    $3::jsonb, $4::jsonb, gen_random_uuid()::text, '127.0.0.1')`

const server = createServer((request, response) => {
  void answer(request.url ?? '', String(request.headers['x-token'])).then(
    (status) => response.writeHead(status, { 'content-type': 'application/json' }).end('{}'),
    (error: unknown) => response.writeHead(500).end(String(error)),
  )
  request.resume()
})

async function answer(url: string, token: string): Promise<number> {
  const hash = createHash('sha256').update(token).digest()
  const { rows } = await pool.query<{ email: string }>({ name: 'session', text: session, values: [hash] })
  const [known] = rows
  if (!known) return 403
  const id = url.split('/').at(-1)
  const name = `Raw ${Math.random()}`
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query({ name: 'update', text: update, values: [id, name] })
    const values = [known.email, id, '{"name": "Before"}', JSON.stringify({ name })]
    await client.query({ name: 'insert', text: insert, values })
    await client.query('commit')
  } finally {
    client.release()
  }
  return 200
}

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.stdout.write(`${typeof address === 'object' && address ? address.port : 0}\n`)
})
