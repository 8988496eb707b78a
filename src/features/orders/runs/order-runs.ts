import { boolean, instant, integer, longText, ref, select, text } from '../../../core/resource/fields.ts'
import { nameOf } from '../../../core/resource/resource-name.ts'
import { defineResource } from '../../../core/resource/resource.ts'
import type { events } from '../../events/event/events.ts'
import { runKindLabels, runKinds, runStateLabels, runStates, runStateTones } from './run-labels.ts'

/** What becomes of the orders of performances that are cancelled or postponed, carried through order by order. */
export const orderRuns = defineResource('order-runs', {
  label: ['Order run', 'Order runs'],
  summary: 'Cancellations, refunds and postponements of all orders of a performance or event.',
  access: 'purchases',
  operations: ['list', 'read'],
  title: 'name',
  fields: {
    name: text({ required: true, readOnly: true, max: 300 }),
    kind: select(runKinds, { required: true, readOnly: true, labels: runKindLabels }),
    state: select(runStates, { required: true, readOnly: true, labels: runStateLabels, tones: runStateTones }),
    eventId: ref(nameOf<typeof events>('events'), { required: true, readOnly: true }),
    refunds: boolean({ readOnly: true, label: 'Refunds', help: 'Full refund of every order' }),
    paidBy: select(['platform', 'seller', 'provider'], {
      required: true,
      readOnly: true,
      label: 'Paid by',
      labels: { platform: 'Us', seller: 'Seller', provider: 'Supplier' },
    }),
    refundUntil: instant({ readOnly: true, label: 'Refunds on request until' }),
    reason: longText({ required: true, readOnly: true, max: 500 }),
    needsApproval: boolean({ readOnly: true, label: 'Needs a second person' }),
    requestedBy: text({ derived: true, max: 201 }),
    approvedBy: text({ derived: true, max: 201, label: 'Approver' }),
    orders: integer({ derived: true, min: 0 }),
    doneOrders: integer({ derived: true, min: 0, label: 'Done' }),
    failedOrders: integer({ derived: true, min: 0, label: 'Failed' }),
    finishedAt: instant({ readOnly: true, label: 'Finished' }),
  },
  list: {
    columns: [
      'name',
      'kind',
      'state',
      'eventId',
      'orders',
      'doneOrders',
      'failedOrders',
      'refunds',
      'paidBy',
      'refundUntil',
      'reason',
      'requestedBy',
      'approvedBy',
      'createdAt',
      'finishedAt',
    ],
    shown: [
      'name',
      'kind',
      'state',
      'orders',
      'doneOrders',
      'failedOrders',
      { key: 'requestedBy', below: ['approvedBy'] },
      'createdAt',
    ],
    filters: ['state', 'kind', 'eventId', 'refunds', 'needsApproval', 'createdAt', 'finishedAt'],
    search: ['name'],
    sort: '-createdAt',
  },
})
