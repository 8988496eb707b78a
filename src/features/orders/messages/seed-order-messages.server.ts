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
    body: 'Hola, {name}:\n\ntu pedido {reference} está confirmado.\n\n{title}\n{when}\n{venue}\n{items}\n\nTotal: {total}\n\nTe escribiremos de nuevo cuando tus entradas estén listas.\n\nCancela o cambia tu pedido: {changeLink}',
  },
  ticket: {
    subject: 'Tus entradas para {title}',
    body: 'Hola, {name}:\n\nya tienes tus entradas para {title}.\n\n{when}\n{venue}\n{items}\n\nTu referencia es {reference}. Lleva un documento de identidad al recinto.\n\nDescarga tus entradas: {ticketsLink}\n\nCancela o cambia tu pedido: {changeLink}',
  },
  voucher: {
    subject: 'Tu bono para {title}',
    body: 'Hola, {name}:\n\ntu bono para {title} está listo. Muéstralo en la entrada.\n\n{when}\n{contents}\nPunto de encuentro: {meetingPoint}\nNúmero de reserva: {providerReference}\n\nTu referencia es {reference}.\n\nCancela o cambia tu pedido: {changeLink}',
  },
  change: {
    subject: 'Tu pedido {reference} ha cambiado',
    body: 'Hola, {name}:\n\ntu pedido {reference} ha cambiado. Ahora queda así:\n\n{title}\n{when}\n{venue}\n{items}\n\nSi algo no está bien, responde a este mensaje.',
  },
  postponement: {
    subject: '{title} se aplaza',
    body: 'Hola, {name}:\n\n{title} se aplaza. Tus entradas siguen siendo válidas para la nueva fecha y no tienes que hacer nada.\n\nTu referencia es {reference}. Te escribiremos en cuanto se conozca la nueva fecha.\n\nPuedes pedir la devolución de tu dinero hasta el {refundUntil}.\n\nCancela o cambia tu pedido: {changeLink}',
  },
  cancellation: {
    subject: 'Cancelado: {title}',
    body: 'Hola, {name}:\n\ntu pedido {reference} está cancelado.\n\n{title}\n{when}\n{contents}\n\nSi te corresponde una devolución, llegará a la tarjeta o cuenta con la que pagaste.',
  },
  request_declined: {
    subject: 'Sobre tu solicitud para el pedido {reference}',
    body: 'Hola, {name}:\n\nno hemos podido hacer lo que pediste para el pedido {reference}.\n\n{answer}\n\n{title}\n{when}\n\nResponde a este mensaje si tienes alguna pregunta.',
  },
  oversell_replaced: {
    subject: 'Lo sentimos: otras entradas para el pedido {reference}',
    body: 'Hola, {name}:\n\nlo sentimos. Tus localidades para {title} se vendieron también a otra persona: {lostPlaces}\n\nEs un error nuestro y tenemos otras entradas para ti sin coste adicional: {newPlaces}\n\n{when}\n{venue}\n\nPara compensarte, hemos añadido {creditAmount} a tu saldo de tienda.\n\nLas entradas que ya tenías dejan de ser válidas. Te enviaremos las nuevas.\n\nResponde a este mensaje si tienes alguna pregunta.',
  },
  oversell_refunded: {
    subject: 'Lo sentimos: te devolvemos el pedido {reference}',
    body: 'Hola, {name}:\n\nlo sentimos. Tus localidades para {title} se vendieron también a otra persona y no hemos encontrado otras para ti: {lostPlaces}\n\n{when}\n\nHemos tenido que cancelar tu pedido y te devolvemos todo lo que pagaste: {refundAmount}\n\nPara compensarte, hemos añadido {creditAmount} a tu saldo de tienda.\n\nResponde a este mensaje si tienes alguna pregunta.',
  },
  invoice: {
    subject: 'Tu factura {invoiceNumber}',
    body: 'Hola, {name}:\n\nadjuntamos la factura de tu pedido {reference}.\n\n{title}\nFactura {invoiceNumber}, del {invoiceDate}\nTotal: {invoiceTotal}\n\nResponde a este mensaje si hay algo que no está bien.',
  },
  refund_invoice: {
    subject: 'Tu factura rectificativa {invoiceNumber}',
    body: 'Hola, {name}:\n\nadjuntamos la factura rectificativa de tu pedido {reference}.\n\n{title}\nFactura rectificativa {invoiceNumber}, del {invoiceDate}\nImporte devuelto: {invoiceTotal}\n\nResponde a este mensaje si hay algo que no está bien.',
  },
  refund_made: {
    subject: 'Te hemos devuelto {refundAmount}',
    body: 'Hola, {name}:\n\nte hemos devuelto {refundAmount} de tu pedido {reference}.\n\n{title}\n{when}\n\nEl dinero vuelve a {refundMethod}. La mayoría de los bancos lo muestran en 5 a 10 días laborables. Si para entonces no ha llegado, responde a este mensaje.\nLo hemos enviado a tu cuenta bancaria terminada en {refundAccount}. Suele llegar en 2 días laborables. Si no llega, responde a este mensaje.\nAhora es saldo de tienda y puedes gastarlo hasta el {creditUntil}. Dínoslo al reservar y lo descontamos del precio.\n\nReferencia para tu banco: {bankReference}',
  },
  refund_delayed: {
    subject: 'Tu devolución de {refundAmount} se retrasa',
    body: 'Hola, {name}:\n\ntu banco no ha aceptado nuestra devolución de {refundAmount} por tu pedido {reference}.\n\n{title}\n\nLa enviamos a {refundMethod}.\nLa enviamos a tu cuenta bancaria terminada en {refundAccount}.\n\nVolveremos a intentarlo o buscaremos otra forma de pagarte. Si esa tarjeta o cuenta ya no existe, responde a este mensaje.',
  },
  bank_returned: {
    subject: 'Tu banco te ha devuelto {returnedAmount}',
    body: 'Hola, {name}:\n\ntu banco te ha devuelto {returnedAmount} de tu pedido {reference}, como le pediste.\n\n{title}\n{when}\n\nEste importe queda saldado y no lo devolveremos otra vez. Si no se lo pediste a tu banco, responde a este mensaje.',
  },
  credit_given: {
    subject: 'Tienes {creditAmount} para gastar con nosotros',
    body: 'Hola, {name}:\n\nte hemos dado un saldo de tienda de {creditAmount}.\n\nPuedes gastarlo en cualquier pedido hasta el {creditUntil}. Dínoslo al reservar y lo descontamos del precio.',
  },
  credit_ending: {
    subject: '{creditLeft} de tu saldo caducan pronto',
    body: 'Hola, {name}:\n\n{creditLeft} de tu saldo de tienda caducan el {creditUntil}.\n\nGástalos antes en cualquier pedido. Dínoslo al reservar y lo descontamos del precio.',
  },
  payment_link: {
    subject: 'Paga {title}',
    body: 'Hola, {name}:\n\nhemos reservado {title} para ti.\n\n{when}\n{items}\n\nPaga {total} aquí para confirmar tu pedido {reference}:\n{link}',
  },
  change_payment: {
    subject: 'Paga {charge} para cambiar tu pedido {reference}',
    body: 'Hola, {name}:\n\ntu visita se puede cambiar:\n\n{title}\n{changedTo}\n\nCuesta {charge} más. Págalos aquí antes del {payUntil} y haremos el cambio:\n{link}\n\nSi no pagas, tu pedido queda como está.',
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
