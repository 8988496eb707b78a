import { sql } from 'kysely'
import type { SeedStory } from '../../../core/calls/server-module.server.ts'
import type { Db } from '../../../db/tables.server.ts'
import { seedTexts } from '../../../platform/translations/store/seed-texts.server.ts'
import type { MessageKind } from './message-kinds.ts'
import { messageTemplates } from './message-templates.ts'
import { writeLetters } from './order-letter.server.ts'
import { wordOf } from './send-order-messages.server.ts'
import type { TemplateText } from './template-text.ts'

/** What the demo's customers read in Spanish. */
export const spanishTemplates: Readonly<Record<MessageKind, TemplateText>> = {
  confirmation: {
    subject: 'Confirmado: {title}',
    body: 'Hola, {name}:\n\nsu pedido {reference} está confirmado.\n\n{title}\n{when}\n{venue}\n{items}\n\nTotal: {total}\n\nLe escribiremos de nuevo cuando sus entradas estén listas.\n\nCancele o cambie su pedido: {changeLink}',
  },
  ticket: {
    subject: 'Sus entradas para {title}',
    body: 'Hola, {name}:\n\nya tiene sus entradas para {title}.\n\n{when}\n{venue}\n{items}\n\nSu referencia es {reference}. Lleve un documento de identidad al recinto.\n\nDescargue sus entradas: {ticketsLink}\n\nCancele o cambie su pedido: {changeLink}',
  },
  voucher: {
    subject: 'Su bono para {title}',
    body: 'Hola, {name}:\n\nsu bono para {title} está listo. Muéstrelo en la entrada.\n\n{when}\n{contents}\nPunto de encuentro: {meetingPoint}\nNúmero de reserva: {providerReference}\n\nSu referencia es {reference}.\n\nCancele o cambie su pedido: {changeLink}',
  },
  change: {
    subject: 'Su pedido {reference} ha cambiado',
    body: 'Hola, {name}:\n\nsu pedido {reference} ha cambiado. Ahora queda así:\n\n{title}\n{when}\n{venue}\n{items}\n\nSi algo no está bien, responda a este mensaje.',
  },
  postponement: {
    subject: '{title} se aplaza',
    body: 'Hola, {name}:\n\n{title} se aplaza. Sus entradas siguen siendo válidas para la nueva fecha y no tiene que hacer nada.\n\nSu referencia es {reference}. Le escribiremos en cuanto se conozca la nueva fecha.\n\nPuede pedir la devolución de su dinero hasta el {refundUntil}.\n\nCancele o cambie su pedido: {changeLink}',
  },
  cancellation: {
    subject: 'Cancelado: {title}',
    body: 'Hola, {name}:\n\nsu pedido {reference} está cancelado.\n\n{title}\n{when}\n{contents}\n\nSi le corresponde una devolución, llegará a la tarjeta o cuenta con la que pagó.',
  },
  request_declined: {
    subject: 'Sobre su solicitud para el pedido {reference}',
    body: 'Hola, {name}:\n\nno hemos podido hacer lo que pidió para el pedido {reference}.\n\n{answer}\n\n{title}\n{when}\n\nResponda a este mensaje si tiene alguna pregunta.',
  },
  oversell_replaced: {
    subject: 'Lo sentimos: otras entradas para el pedido {reference}',
    body: 'Hola, {name}:\n\nlo sentimos. Sus localidades para {title} se vendieron también a otra persona: {lostPlaces}\n\nEs un error nuestro y tenemos otras entradas para usted sin coste adicional: {newPlaces}\n\n{when}\n{venue}\n\nPara compensarle, hemos añadido {creditAmount} a su saldo de tienda.\n\nLas entradas que ya tenía dejan de ser válidas. Le enviaremos las nuevas.\n\nResponda a este mensaje si tiene alguna pregunta.',
  },
  oversell_refunded: {
    subject: 'Lo sentimos: le devolvemos el dinero del pedido {reference}',
    body: 'Hola, {name}:\n\nlo sentimos. Sus localidades para {title} se vendieron también a otra persona y no hemos encontrado otras para usted: {lostPlaces}\n\n{when}\n\nHemos tenido que cancelar su pedido y le devolvemos todo lo que pagó: {refundAmount}\n\nPara compensarle, hemos añadido {creditAmount} a su saldo de tienda.\n\nResponda a este mensaje si tiene alguna pregunta.',
  },
  invoice: {
    subject: 'Su factura {invoiceNumber}',
    body: 'Hola, {name}:\n\nadjuntamos la factura de su pedido {reference}.\n\n{title}\nFactura {invoiceNumber}, del {invoiceDate}\nTotal: {invoiceTotal}\n\nResponda a este mensaje si hay algo que no está bien.',
  },
  refund_invoice: {
    subject: 'Su factura rectificativa {invoiceNumber}',
    body: 'Hola, {name}:\n\nadjuntamos la factura rectificativa de su pedido {reference}.\n\n{title}\nFactura rectificativa {invoiceNumber}, del {invoiceDate}\nImporte devuelto: {invoiceTotal}\n\nResponda a este mensaje si hay algo que no está bien.',
  },
  refund_made: {
    subject: 'Le hemos devuelto {refundAmount}',
    body: 'Hola, {name}:\n\nle hemos devuelto {refundAmount} de su pedido {reference}.\n\n{title}\n{when}\n\nEl dinero vuelve a {refundMethod}. La mayoría de los bancos lo muestran en 5 a 10 días laborables. Si para entonces no ha llegado, responda a este mensaje.\nLo hemos enviado a su cuenta bancaria terminada en {refundAccount}. Suele llegar en 2 días laborables. Si no llega, responda a este mensaje.\nAhora es saldo de tienda y puede gastarlo hasta el {creditUntil}. Díganoslo al reservar y lo descontamos del precio.\n\nReferencia para su banco: {bankReference}',
  },
  refund_delayed: {
    subject: 'Su devolución de {refundAmount} se retrasa',
    body: 'Hola, {name}:\n\nsu banco no ha aceptado nuestra devolución de {refundAmount} por su pedido {reference}.\n\n{title}\n\nLa enviamos a {refundMethod}.\nLa enviamos a su cuenta bancaria terminada en {refundAccount}.\n\nVolveremos a intentarlo o buscaremos otra forma de pagarle. Si esa tarjeta o cuenta ya no existe, responda a este mensaje.',
  },
  bank_returned: {
    subject: 'Su banco le ha devuelto {returnedAmount}',
    body: 'Hola, {name}:\n\nsu banco le ha devuelto {returnedAmount} de su pedido {reference}, como usted le pidió.\n\n{title}\n{when}\n\nEste importe queda saldado y no lo devolveremos otra vez. Si no se lo pidió usted a su banco, responda a este mensaje.',
  },
  credit_given: {
    subject: 'Tiene {creditAmount} para gastar con nosotros',
    body: 'Hola, {name}:\n\nle hemos dado un saldo de tienda de {creditAmount}.\n\nPuede gastarlo en cualquier pedido hasta el {creditUntil}. Díganoslo al reservar y lo descontamos del precio.',
  },
  credit_ending: {
    subject: '{creditLeft} de su saldo caducan pronto',
    body: 'Hola, {name}:\n\n{creditLeft} de su saldo de tienda caducan el {creditUntil}.\n\nGástelos antes en cualquier pedido. Díganoslo al reservar y lo descontamos del precio.',
  },
  payment_link: {
    subject: 'Paga {title}',
    body: 'Hola, {name}:\n\nhemos reservado {title} para usted.\n\n{when}\n{items}\n\nPague {total} aquí para confirmar su pedido {reference}:\n{link}',
  },
  change_payment: {
    subject: 'Pague {charge} para cambiar su pedido {reference}',
    body: 'Hola, {name}:\n\nsu visita se puede cambiar:\n\n{title}\n{changedTo}\n\nCuesta {charge} más. Páguelos aquí antes del {payUntil} y haremos el cambio:\n{link}\n\nSi no paga, su pedido queda como está.',
  },
}

/** The newest orders have the messages that their moves would have sent; older ones are past what is kept. */
const newest = 200

/** An order with the moment at which its customer was written. */
interface Told {
  readonly id: number
  readonly at: string
}

export async function seedOrderMessages(trx: Db, { asOf }: SeedStory): Promise<void> {
  const { rows: templates } = await sql<TemplateText & { id: number; key: MessageKind }>`
    select id, key, subject, body from message_templates order by id`.execute(trx)
  await seedTexts(
    trx,
    messageTemplates.name,
    'es',
    templates.flatMap(({ id, key, ...source }) =>
      (['subject', 'body'] as const).map((field) => ({
        id,
        field,
        source: source[field],
        text: spanishTemplates[key][field],
      })),
    ),
  )
  const { rows: told } = await sql<Told & { kind: MessageKind }>`
    with recent as (
      select id, kind, fulfilment_status, channel = 'phone' and booking_status = 'pending_payment' as is_unpaid_sale from purchases where created_at < ${asOf}::timestamptz
      order by created_at desc, id desc limit ${newest})
    select r.id, case
        when e.kind = 'tickets_delivered' then case r.kind when 'event' then 'ticket' else 'voucher' end
        when e.kind = 'supplier_confirmed' then 'confirmation' when e.kind = 'placed' then 'payment_link' else 'cancellation' end as kind, min(e.at) as at
    from recent r join purchase_events e on e.purchase_id = r.id
    where e.kind in ('supplier_confirmed', 'cancelled', 'rejected', 'supplier_rejected')
      or (e.kind = 'tickets_delivered' and r.fulfilment_status = 'delivered') or (e.kind = 'placed' and r.is_unpaid_sale)
    group by 1, 2 order by 3, 1, 2`.execute(trx)
  for (const [kind, those] of Map.groupBy(told, (one) => one.kind)) await seedMessages(trx, kind, those)
}

/** Messages of one kind, each at the moment of its move. One in forty was given up by its mail server. */
export async function seedMessages(
  trx: Db,
  kind: MessageKind,
  told: readonly Told[],
  sentBy: string | null = null,
): Promise<void> {
  const ids = told.map(({ id }) => id)
  const letters = new Map(
    (await writeLetters(trx, ids, kind, { hasLinks: false })).map((letter) => [letter.purchaseId, letter]),
  )
  const rows = told.flatMap(({ id, at }) => {
    const letter = letters.get(id)
    if (!letter) return []
    const { subject, ...content } = letter.content
    return [{ id, at, to: letter.to, locale: letter.locale, subject: subject.slice(0, 200), content }]
  })
  await sql`
    with given as (
      select g.*, row_number() over (order by g.at, g.id) as position
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        g (id bigint, at timestamptz, "to" text, locale text, subject text, content jsonb)),
    made as (
      insert into messages (recipient, template, locale, subject, content, status, attempts, next_attempt_at, sent_at,
        last_error, created_at, updated_at)
      select g."to", ${wordOf(kind)}, g.locale, g.subject, g.content,
        case when g.position % 40 = 7 then 'failed' else 'sent' end, case when g.position % 40 = 7 then 8 else 1 end, null,
        case when g.position % 40 = 7 then null else g.at + interval '20 seconds' end,
        case when g.position % 40 = 7 then '550 5.1.1 Mailbox unavailable' end, g.at, g.at
      from given g order by g.position
      returning id)
    insert into order_messages (purchase_id, kind, locale, subject, message_id, sent_by, created_at)
    select g.id, ${kind}, g.locale, g.subject, m.id, ${sentBy}, g.at
    from given g join (select id, row_number() over (order by id) as position from made) m on m.position = g.position
    order by g.position`.execute(trx)
}
