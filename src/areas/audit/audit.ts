import { defineResource } from '../../kit/resource.ts'
import { instant, integer, longText, rows, select, text } from '../../kit/fields.ts'

const largest = Number.MAX_SAFE_INTEGER

/**
 * Who did what, and who was refused what. Read only: rows are written by the calls that they tell of, into a chain that
 * nobody edits. Everything is derived, because the chain and not this definition rules what a row may hold.
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
    actorKind: select(['staff', 'system'], { derived: true, required: true, label: 'Kind of actor', labels: { system: 'The server itself' } }),
    actorId: integer({ derived: true, max: largest, label: 'Actor id' }),
    actorName: text({ derived: true, required: true, max: 1_000, label: 'Actor' }),
    actorEmail: text({ derived: true, label: 'Actor’s e-mail' }),
    actorRole: text({ derived: true, label: 'Role' }),
    realActorId: integer({ derived: true, max: largest, label: 'Real actor id' }),
    realActorName: text({ derived: true, max: 1_000, label: 'Real actor', help: 'Who was behind it, when the actor was somebody else.' }),
    realActorEmail: text({ derived: true, label: 'Real actor’s e-mail' }),
    elevatedFrom: text({ derived: true, label: 'Own role', help: 'What the person’s role really is, when another was lent to them.' }),
    personId: integer({ derived: true, max: largest, label: 'Person id', help: 'The real actor where there is one, else the actor.' }),
    action: text({ derived: true, required: true }),
    object: text({ derived: true, required: true }),
    recordId: text({ derived: true, max: 1_000, label: 'Record id' }),
    title: text({ derived: true, max: 10_000, label: 'Record' }),
    changes: rows({
      key: text({ required: true, max: 1_000 }),
      before: longText({ max: 4_000_000, help: 'As JSON; nothing where there was nothing before.' }),
      after: longText({ max: 4_000_000, help: 'As JSON; nothing where there is nothing now.' }),
    }, { derived: true, max: 1_000, help: 'The fields that differ.' }),
    reason: longText({ derived: true }),
    requestId: text({ derived: true, label: 'Request' }),
    address: text({ derived: true, label: 'From address' }),
    previousHash: text({ derived: true, required: true, max: 64, label: 'Hash of the row before' }),
    hash: text({ derived: true, required: true, max: 64 }),
  },
  list: {
    // Only by time: any other order of a million rows would have to be made while everybody waits.
    columns: ['at'],
    filters: [
      'at', 'outcome', 'personId', 'actorKind', 'actorName', 'actorEmail', 'actorRole', 'realActorId', 'elevatedFrom', 'action', 'object', 'recordId', 'title', 'reason',
      'requestId', 'address',
    ],
    search: ['title'],
    sort: '-at',
  },
})
