import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { ref, text } from '../../core/resource/fields.ts'
import { defineResource } from '../../core/resource/resource.ts'
import { Facts } from './facts.tsx'
import { RecordPathsProvider } from './record-paths.tsx'

const codes = defineResource('facts-codes', {
  label: ['Code', 'Codes'],
  access: 'tags',
  operations: ['list', 'read'],
  title: 'code',
  fields: { code: text({ required: true }), duplicateOfId: ref('products' as never), ownerId: ref('staff' as never) },
  list: { columns: ['code'], filters: [], search: ['code'], sort: 'code' },
})

it('link to the records they refer to, where the reader can open them', () => {
  const page = renderToStaticMarkup(
    <RecordPathsProvider
      value={(of, kind, id) => (of === 'products' && kind === 'update' ? `/products/${String(id)}` : null)}
    >
      <Facts
        of={codes}
        record={{
          id: 1,
          code: 'P7',
          duplicateOfId: 4,
          duplicateOf: { id: 4, title: 'Prague Castle' },
          ownerId: 6,
          owner: { id: 6, title: 'Amara Okonkwo' },
        }}
        keys={['code', 'duplicateOfId', 'ownerId']}
      />
    </RecordPathsProvider>,
  )
  expect(page).toContain('<a href="/products/4">Prague Castle</a>')
  expect(page).toContain('<span>Amara Okonkwo</span>')
  expect(page).toContain('<dd>P7</dd>')
})
