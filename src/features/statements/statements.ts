import { date, instant, integer, select, text } from '../../core/resource/fields.ts'
import { defineResource } from '../../core/resource/resource.ts'
import { providerLabels, statementBases, statementProviders, statementSources } from './statement-kinds.ts'

/** What a payment provider says that it moved on some days, or a supplier that it charges. Read from the provider or from a file, and never changed. */
export const statements = defineResource('statements', {
  label: ['Statement', 'Statements'],
  summary:
    'Statements of payment providers and suppliers, matched against our payments, refunds, disputes and bookings.',
  access: 'purchases',
  operations: ['list', 'read'],
  title: 'name',
  fields: {
    name: text({ required: true, readOnly: true, max: 120 }),
    provider: select(statementProviders, {
      required: true,
      readOnly: true,
      labels: providerLabels,
    }),
    source: select(statementSources, {
      required: true,
      readOnly: true,
      labels: { gateway: 'Fetched from the provider', file: 'Uploaded file' },
    }),
    basis: select(statementBases, {
      readOnly: true,
      label: 'Bookings by',
      labels: { booked: 'Day of booking', travelled: 'Day of visit' },
    }),
    fromDay: date({ required: true, readOnly: true, label: 'From' }),
    toDay: date({ required: true, readOnly: true, label: 'To' }),
    lines: integer({ required: true, readOnly: 'moving', min: 0 }),
    differences: integer({ required: true, readOnly: 'moving', min: 0 }),
    urgency: integer({ required: true, readOnly: 'moving', min: 0, help: 'Differences first' }),
    uploadedByName: text({ derived: true, max: 201, label: 'Uploaded by' }),
    matchedAt: instant({ readOnly: 'moving', label: 'Last matched' }),
  },
  list: {
    columns: [
      'name',
      'provider',
      'source',
      'basis',
      'fromDay',
      'toDay',
      'lines',
      'differences',
      'uploadedByName',
      'createdAt',
      'matchedAt',
      'urgency',
    ],
    shown: [
      { key: 'name', below: ['source'] },
      'fromDay',
      'toDay',
      'lines',
      { key: 'differences', onCard: true },
      'matchedAt',
      'provider',
    ],
    filters: ['provider', 'source', 'fromDay', 'toDay', 'differences', 'createdAt'],
    search: ['name'],
    sort: '-toDay',
  },
})
