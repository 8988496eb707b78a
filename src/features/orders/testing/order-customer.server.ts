import { sql } from 'kysely'
import { orderLink } from '../messages/order-links.server.ts'
import type { OrderRequests, RequestOfOrder } from '../requests/request.endpoints.ts'
import type { OrderDesk } from './order-desk.server.ts'
import type { StaffDesk } from './staff-desk.server.ts'

/** What a link ends with. */
export const orderLinkToken = (id: number, until: number) => new URL(orderLink('request', id, until)).hash.slice(1)
export const tomorrow = () => Date.now() + 86_400_000
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** What a customer does with the link of an order, and what staff see of it. `desks`: those of the test that runs. */
export function customerOf(desks: () => { readonly desk: OrderDesk; readonly staff: StaffDesk }) {
  /** A paid and confirmed order whose customer gets half of the money back. */
  async function confirmed(line: object): Promise<number> {
    const { desk, staff } = desks()
    const id = await staff.idOf(await desk.placed({ lines: [line] }))
    await staff.pay(id, 'pending_supplier', 'confirmed')
    const policy = JSON.stringify([{ until: '2098-01-01T00:00:00.000Z', refund: 5_000 }])
    await sql`update purchases set cancellation_policy = ${policy} where id = ${id}`.execute(desk.db)
    return id
  }
  const read = (id: number, token = orderLinkToken(id, tomorrow())) =>
    desks().desk.server.anonymous.get('/v1/order-requests/current', {}, bearer(token))
  const asked = async (id: number) => (await read(id)).body as OrderRequests
  const ask = (id: number, what: 'cancellations' | 'changes', body: object) =>
    desks().desk.server.anonymous.post(`/v1/order-requests/${what}`, body, bearer(orderLinkToken(id, tomorrow())))
  const askToCancel = async (id: number) => {
    const { cancellation } = await asked(id)
    return await ask(id, 'cancellations', { quote: cancellation?.token, note: 'We are ill.' })
  }
  const requestsOf = async (id: number) =>
    (await (await desks().desk.server.signIn('admin')).get(`/rest/data/purchases/${id}/requests`))
      .body as RequestOfOrder[]
  const letters = async (id: number, kind: string) =>
    (
      await sql<{ content: { paragraphs: string[] }; secrets: { changeLink?: string } }>`
      select m.content, m.secrets from order_messages o join messages m on m.id = o.message_id
      where o.purchase_id = ${id} and o.kind = ${kind} order by o.id desc`.execute(desks().desk.db)
    ).rows
  return { confirmed, read, asked, ask, askToCancel, requestsOf, letters }
}
