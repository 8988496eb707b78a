import { t } from '../../../core/i18n/language.ts'
import { boolean, integer, select, text } from '../../../core/resource/fields.ts'
import { defineResource } from '../../../core/resource/resource.ts'

/** The score from which a paid order is held until staff have reviewed it; 100 is the highest there is. */
export const reviewFrom = 80

export const riskKinds = [
  'orders_by_email',
  'failed_payments',
  'avs_mismatch',
  'cvc_mismatch',
  'three_ds_failed',
] as const
export type RiskKind = (typeof riskKinds)[number]

/** Only orders are counted over time; payments are those of the order alone. */
export const needsHours = (kind: unknown) => kind === 'orders_by_email'

/** What counts against an order when it is paid: the points of all rules that apply add up to its risk score. */
export const riskRules = defineResource('risk-rules', {
  label: ['Risk rule', 'Risk rules'],
  access: 'rules',
  operations: ['list', 'read', 'create', 'update', 'delete'],
  title: 'name',
  fields: {
    name: text({ required: true, unique: true, max: 80, help: 'Shown to staff on the order' }),
    kind: select(riskKinds, {
      required: true,
      label: 'Measure',
      labels: {
        orders_by_email: 'Orders by the same email',
        failed_payments: 'Failed payments',
        avs_mismatch: 'Card address mismatches (AVS)',
        cvc_mismatch: 'Card code mismatches (CVC)',
        three_ds_failed: '3-D Secure failures',
      },
    }),
    threshold: integer({
      required: true,
      min: 1,
      max: 1_000,
      initial: 1,
      label: 'Applies from',
      help: 'The count from which the rule applies',
    }),
    hours: integer({
      min: 1,
      max: 720,
      label: 'Within hours',
      help: 'How far back to look for the same email. The order itself counts too.',
    }),
    points: integer({ required: true, min: 1, max: 100, help: 'Added to the risk score of the order' }),
    isEnabled: boolean({ initial: true, label: 'Enabled' }),
  },
  list: {
    columns: ['name', 'kind', 'threshold', 'hours', 'points', 'isEnabled', 'updatedAt'],
    filters: ['kind', 'points', 'isEnabled'],
    search: ['name'],
    sort: '-points',
    needs: ['kind', 'hours'],
    shown: ['name', 'kind', 'threshold', 'points', 'isEnabled', 'updatedAt'],
  },
  form: {
    main: [
      {
        title: 'Risk rule',
        fields: ['name', 'kind', 'threshold', { field: 'hours', when: ({ kind }) => needsHours(kind) }],
      },
      { title: 'What it does', fields: ['points', 'isEnabled'] },
    ],
  },
  actions: {
    enable: { label: 'Enable', done: 'enabled', set: { isEnabled: true } },
    disable: { label: 'Disable', done: 'disabled', set: { isEnabled: false } },
  },
  *check({ kind, hours }) {
    if (needsHours(kind) && hours === null) yield { field: 'hours', message: t('Enter how many hours to look back.') }
  },
  summary: 'Rules whose points add up to the risk score of a paid order.',
})
