import type { Actor } from '../../core/access/access.ts'
import { authorise } from '../../core/http/access.server.ts'
import type { Implementation } from '../../core/http/endpoint.server.ts'
import { invalid } from '../../core/errors/errors.ts'
import { labelOf } from '../../core/resource/fields.ts'
import { t } from '../../core/i18n/language.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { fieldOf, inSentence } from '../../core/resource/resource.ts'
import type { FileImport, ImportMode } from './file-imports.ts'
import { flawOf, keyFieldsOf } from './import-targets.ts'
import { mayCall, recordCallsOf } from './record-call.server.ts'

/** Checks that columns, key and mode fit the file, the list and the user's permissions. */
export function assertChoice(
  implementations: readonly Implementation[],
  resource: AnyResource,
  one: FileImport,
  choice: { mapping: readonly string[]; keyField: string | null; mode: ImportMode },
  actor: Actor,
): void {
  const { mapping, keyField, mode } = choice
  const { create, update } = recordCallsOf(implementations, resource)
  const what = inSentence(t(resource.label[1]))
  if (mapping.length !== one.headings.length)
    throw invalid({
      mapping: t('The file has {columns} columns. Map each of them.', {
        columns: one.headings.length,
      }),
    })
  const flaw = flawOf(resource, mapping)
  if (flaw !== null) throw invalid({ mapping: flaw })
  if (mode !== 'update' && !create) throw invalid({ mode: t('No {what} can be created here.', { what }) })
  if (mode !== 'create' && !update) throw invalid({ mode: t('No {what} can be changed here.', { what }) })
  for (const call of [mode === 'update' ? null : create, mode === 'create' ? null : update]) {
    if (call && !mayCall(actor, call)) authorise(actor, call.endpoint, call.enforcesLimits)
  }
  if (keyField === null) {
    if (mode !== 'create') throw invalid({ keyField: t('Choose the column that identifies records.') })
    return
  }
  if (!keyFieldsOf(resource).includes(keyField))
    throw invalid({ keyField: t('{what} cannot be found by {keyField}.', { what: t(resource.label[1]), keyField }) })
  const field = fieldOf(resource, keyField)
  if (!mapping.includes(keyField))
    throw invalid({
      keyField: t('Map a column to {label}, which identifies records.', {
        label: field ? labelOf(keyField, field) : keyField,
      }),
    })
}
