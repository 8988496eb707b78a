import { expect, it } from 'vitest'
import type { AnyField } from '../../core/resource/fields.ts'
import { refKey } from '../../core/resource/fields.ts'
import { isMasked } from '../../core/resource/personal.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { gadgets } from '../../core/testing/sample-resources.ts'
import { sampleOf } from '../../core/testing/samples.ts'
import { loadResources } from '../../app/resources.web.ts'
import { cell, drawList, pencil, point, onInlineEditPage } from './inline-edit-test-page.tsx'
import { inlineFields } from './inline-fields.ts'

onInlineEditPage()

const resources = await loadResources()

/** A record as the server would send it. */
function recordOf(resource: AnyResource): AnyRecord {
  const values = Object.entries(resource.fields).flatMap(([key, field]: [string, AnyField]) => [
    [key, 'to' in field ? (field.kind === 'ref' ? 1 : [1]) : sampleOf(key, field, 1, () => [1])],
    ...('to' in field
      ? [[refKey(key), field.kind === 'ref' ? { id: 1, title: 'One' } : [{ id: 1, title: 'One' }]]]
      : []),
  ])
  return {
    ...Object.fromEntries(values),
    id: 1,
    version: 1,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
  }
}

const changeable: readonly AnyResource[] = [...resources, gadgets].filter(
  ({ operations }) => operations.includes('list') && operations.includes('update'),
)

it('nothing can be changed in the list of what is never changed', () => {
  for (const resource of resources)
    if (!changeable.includes(resource)) expect(inlineFields(resource), resource.name).toEqual([])
})

it.each(changeable.map((resource) => [resource.name, resource] as const))(
  'cells of %s can be changed exactly where the rule allows it',
  async (_, resource) => {
    const record = recordOf(resource)
    await drawList(resource, [record], resources)
    const offered: string[] = []
    for (const key of Object.keys(resource.fields)) {
      await point(cell(1, key))
      if (pencil()) offered.push(key)
    }
    expect(offered).toEqual(
      inlineFields(resource).filter((key) => !isMasked(resource.fields[key] as AnyField, record[key])),
    )
    // A list that nothing can be changed in is one whose form guards more than its fields.
    expect(offered.length > 0 || resource.form?.guarded !== undefined).toBe(true)
  },
)
