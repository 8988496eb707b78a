import { defineResource } from '../../core/resource/resource.ts'
import { instant, integer, longText, rows, select, text } from '../../core/resource/fields.ts'

declare module '../../core/access/permissions.ts' {
  interface PermissionObjects {
    audit: true
  }
}

const largest = Number.MAX_SAFE_INTEGER

/**
 * Who did what, and who was refused what. Read-only: the calls that an entry describes write it into a chain that can't
 * be edited. Every field is derived, because the chain, not this definition, rules what a row can contain.
 */
export const audit = defineResource('audit', {
  label: ['Audit entry', 'Audit entries'],
  summary: 'What anyone did, and what was refused',
  access: 'audit',
  operations: ['list', 'read'],
  title: 'at',
  fields: {
    at: instant({ derived: 'indexed', required: true, label: 'When' }),
    outcome: select(['done', 'refused'], { derived: true, required: true, tones: { refused: 'bad' } }),
    actorKind: select(['staff', 'system'], {
      derived: true,
      required: true,
      label: 'Kind of actor',
      labels: { system: 'The server itself' },
    }),
    actorId: integer({ derived: true, max: largest, label: 'Actor id' }),
    actorName: text({ derived: true, required: true, max: 1_000, label: 'Actor' }),
    actorEmail: text({ derived: true, label: 'Actor’s email' }),
    actorRole: text({ derived: true, label: 'Role' }),
    realActorId: integer({ derived: true, max: largest, label: 'Real actor id' }),
    realActorName: text({
      derived: true,
      max: 1_000,
      label: 'Real actor',
      help: 'The person behind the actor, if different.',
    }),
    realActorEmail: text({ derived: true, label: 'Real actor’s email' }),
    elevatedFrom: text({
      derived: true,
      label: 'Own role',
      help: 'Their own role during temporary access.',
    }),
    personId: integer({
      derived: true,
      max: largest,
      label: 'Person id',
      help: 'The real actor, or the actor if there is none.',
    }),
    action: text({ derived: true, required: true }),
    object: text({ derived: true, required: true }),
    recordId: text({ derived: true, max: 1_000, label: 'Record id' }),
    title: text({ derived: true, max: 10_000, label: 'Record' }),
    changes: rows(
      {
        key: text({ required: true, max: 1_000 }),
        before: longText({ max: 4_000_000, help: 'As JSON. Blank if there was no value before.' }),
        after: longText({ max: 4_000_000, help: 'As JSON. Blank if there is no value now.' }),
      },
      { derived: true, max: 1_000, help: 'The fields that differ.' },
    ),
    reason: longText({ derived: true }),
    requestId: text({ derived: true, label: 'Request' }),
    address: text({ derived: true, label: 'From address' }),
    position: integer({
      derived: true,
      max: largest,
      label: 'Place in the chain',
      help: 'Empty until the entry is sealed, which takes about a second.',
    }),
    previousHash: text({ derived: true, max: 64, label: 'Hash of the entry before' }),
    hash: text({ derived: true, max: 64, help: 'Empty until the entry is sealed.' }),
  },
  list: {
    // Only by time: any other order of a million rows would have to be sorted while users wait.
    columns: ['at'],
    filters: [
      'at',
      'outcome',
      'personId',
      'actorKind',
      'actorName',
      'actorEmail',
      'actorRole',
      'realActorId',
      'elevatedFrom',
      'action',
      'object',
      'recordId',
      'title',
      'reason',
      'requestId',
      'address',
    ],
    search: ['title'],
    sort: '-at',
  },
})
