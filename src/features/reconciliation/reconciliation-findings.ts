import { boolean, instant, integer, money, ref, select, text, words } from '../../core/resource/fields.ts'
import { nameOf } from '../../core/resource/resource-name.ts'
import { defineResource } from '../../core/resource/resource.ts'
import type { purchases } from '../purchases/purchases.ts'
import type { staff } from '../../platform/auth/sign-in/staff.ts'
import type { statementLines } from '../statements/statement-lines.ts'
import { findingRuleNames, findingRules, findingStates } from './finding-rules.ts'

const amount = { currency: 'currency', required: true, readOnly: 'moving' } as const

/** Where two sums that have to be equal are not. Found by the check of each night, decided by staff; the check changes no sum. */
export const reconciliationFindings = defineResource('reconciliation-findings', {
  label: ['Finding', 'Findings'],
  summary:
    'Orders whose sums disagree, and lines of statements that our books disagree with, as the check of each night found them.',
  access: 'purchases',
  operations: ['list', 'read'],
  title: 'subject',
  fields: {
    subject: text({ required: true, readOnly: true, max: 40, label: 'Order or line' }),
    rule: select(findingRuleNames, { required: true, readOnly: true, label: 'Check', labels: findingRules }),
    state: select(findingStates, {
      required: true,
      readOnly: true,
      tones: { open: 'bad', explained: 'warn', closed: 'neutral' },
    }),
    isOverdue: boolean({ derived: true, label: 'Overdue', help: 'Open for over 7 days' }),
    urgency: integer({ required: true, readOnly: 'moving', min: 0, help: 'Open ones first' }),
    purchaseId: ref(nameOf<typeof purchases>('purchases'), { readOnly: true, label: 'Order' }),
    orderKind: select(['product', 'event'], { derived: true }),
    statementLineId: ref(nameOf<typeof statementLines>('statement-lines'), { readOnly: true, label: 'Statement line' }),
    statementId: integer({ derived: true, label: 'Statement' }),
    currency: text({ required: true, readOnly: true, max: 3, format: 'currency', case: 'upper' }),
    says: money({ ...amount, label: 'Expected' }),
    adds: money({ ...amount, label: 'Found' }),
    difference: money({ currency: 'currency', required: true, derived: true }),
    assigneeId: ref(nameOf<typeof staff>('staff'), { label: 'Owner' }),
    snoozedUntil: instant({ label: 'Snoozed until' }),
    tags: words({ max: 20 }),
    explanation: text({ readOnly: true, max: 1000 }),
    reopened: integer({ required: true, readOnly: true, min: 0, label: 'Times reopened' }),
    firstSeenAt: instant({ required: true, readOnly: true, label: 'First found' }),
    lastSeenAt: instant({ required: true, readOnly: 'moving', label: 'Last found' }),
    closedAt: instant({ readOnly: true, label: 'Closed' }),
    closedBy: text({ derived: true, max: 201, label: 'Closed by' }),
  },
  list: {
    columns: [
      'subject',
      'rule',
      'statementLineId',
      'state',
      'says',
      'adds',
      'difference',
      'assigneeId',
      'explanation',
      'firstSeenAt',
      'lastSeenAt',
      'closedAt',
      'closedBy',
      'reopened',
      'snoozedUntil',
      'tags',
      'urgency',
    ],
    shown: [
      { key: 'subject', label: 'Order', below: ['rule'] },
      { key: 'state', below: ['explanation'] },
      'difference',
      { key: 'assigneeId', onCard: true },
      'lastSeenAt',
    ],
    filters: [
      'state',
      'rule',
      'currency',
      'assigneeId',
      'isOverdue',
      'purchaseId',
      'statementLineId',
      'firstSeenAt',
      'lastSeenAt',
      'tags',
    ],
    search: ['subject'],
    sort: '-urgency',
    needs: ['state', 'assigneeId', 'snoozedUntil', 'tags'],
  },
})
