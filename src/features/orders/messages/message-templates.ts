import { boolean, longText, text } from '../../../core/resource/fields.ts'
import { t } from '../../../core/i18n/language.ts'
import { defineResource } from '../../../core/resource/resource.ts'
import { variablesOf } from './message-kinds.ts'
import { unknownVariables } from './template-text.ts'

/** What customers are written about their orders. There is one for each kind of message, so none is created or deleted. */
export const messageTemplates = defineResource('message-templates', {
  label: ['Message template', 'Message templates'],
  summary: 'What customers are written about their orders, in every language',
  access: 'settings',
  operations: ['list', 'read', 'update'],
  title: 'name',
  fields: {
    name: text({ required: true, unique: true, max: 80 }),
    key: text({ required: true, unique: true, readOnly: true, max: 40, pattern: /^[a-z0-9_-]+$/ }),
    isSent: boolean({
      label: 'Send automatically',
      initial: true,
      help: 'Switched off, staff can still send it from an order.',
    }),
    subject: text({ required: true, max: 150, translatable: true }),
    body: longText({
      label: 'Message',
      required: true,
      max: 4_000,
      translatable: true,
      help: 'A blank line starts a paragraph. A line is left out where its variables are empty.',
    }),
  },
  list: {
    columns: ['name', 'key', 'subject', 'isSent', 'updatedAt'],
    shown: [{ key: 'name', below: ['subject'] }, 'isSent', 'updatedAt'],
    filters: ['isSent', 'updatedAt'],
    search: ['name', 'subject'],
    sort: 'name',
  },
  form: {
    main: [{ title: 'Message', fields: ['subject', 'body'] }],
    aside: [{ title: 'Template', fields: ['name', 'isSent'] }],
  },
  // A form does not send which template it is of; the server knows.
  *check({ subject, body }) {
    yield* problemsOf(undefined, { subject, body })
  },
})

/** What is wrong with the texts of a template, each on its field. */
export function* problemsOf(
  key: string | undefined,
  texts: { readonly subject?: unknown; readonly body?: unknown },
): Iterable<{ readonly field: 'subject' | 'body'; readonly message: string }> {
  for (const field of ['subject', 'body'] as const) {
    const [unknown] = unknownVariables(key, String(texts[field] ?? ''))
    if (unknown !== undefined) yield { field, message: unknownVariable(key, unknown) }
  }
}

/** What is wrong with a text that names something else than a variable, and what it can name. */
function unknownVariable(key: string | undefined, unknown: string): string {
  const known = variablesOf(key).map(([name]) => `{${name}}`)
  return t('{unknown} is not a variable. Use one of {known}.', { unknown, known: known.join(', ') })
}
