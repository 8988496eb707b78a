import { invalid } from '../../core/errors/errors.ts'
import type { FieldOf } from '../../core/resource/fields.ts'
import { labelOf } from '../../core/resource/fields.ts'
import { t } from '../../core/i18n/language.ts'
import type { ResourceServer } from '../../core/resource/resource.server.ts'
import { questionsProblem } from './questions.ts'
import { sanitise, TooDeep } from './sanitise.server.ts'

type RichField = FieldOf['longText'] & { readonly format: 'richText' }

function richFields({ resource }: ResourceServer): [string, RichField][] {
  return Object.entries(resource.fields).filter(
    (entry): entry is [string, RichField] => 'format' in entry[1] && entry[1].format === 'richText',
  )
}

function sanitised(key: string, field: RichField, value: string): string | null {
  let html: string
  try {
    html = sanitise(value)
  } catch (error) {
    if (error instanceof TooDeep)
      throw invalid({ [key]: t('{field} is nested too deeply.', { field: labelOf(key, field) }) })
    throw error
  }
  const max = field.max ?? 65_536
  if (html.length > max)
    throw invalid({
      [key]: t('{field} can have at most {max} characters.', { field: labelOf(key, field), max: String(max) }),
    })
  if (html === '' && field.required) throw invalid({ [key]: t('{field} is required.', { field: labelOf(key, field) }) })
  return html === '' ? null : html
}

/** Sanitises every text before it is stored, however it is saved: by a form, a program, an import or a bulk edit. */
export function withRichText(server: ResourceServer): ResourceServer {
  const fields = richFields(server)
  if (fields.length === 0) return server
  return {
    ...server,
    async beforeSave(save) {
      for (const [key, field] of fields) {
        const value = save.draft[key]
        if (typeof value !== 'string') continue
        const kept = sanitised(key, field, value)
        // A text that came from elsewhere stops no other change of its record.
        const isNew = kept !== save.current?.[key]
        const problem = field.layout === 'questions' && isNew ? questionsProblem(value, kept ?? '') : null
        if (problem !== null) throw invalid({ [key]: problem })
        save.draft[key] = kept
      }
      await server.beforeSave?.(save)
    },
  }
}
