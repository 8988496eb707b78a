import { afterEach, expect, it, vi } from 'vitest'
import { text } from '../../core/resource/fields.ts'
import { click, closeScreen, openScreen } from '../../ui/testing/open-screen.tsx'
import { toasts } from '../../ui/toast-store.web.ts'
import { RecordPathsProvider } from '../../ui/resource/record-paths.tsx'
import { ProductAgeBandListScreen } from './option-list-screens.tsx'
import { ProductListScreen } from './product-list-screen.tsx'
import { SupplierInput } from './supplier-input.tsx'

afterEach(closeScreen)

it.each([
  [{ id: 3, ok: true }, 'success', 'Name kept at our value'],
  [{ id: 3, ok: false, message: 'It was decided before.' }, 'warning', 'It was decided before.'],
])('a decision about a change of the supplier says how it went: %o', async (result, type, message) => {
  const input = (
    <SupplierInput
      field={text({ label: 'Name' })}
      name="name"
      value="Ours"
      record={{ id: 1, version: 1 }}
      draft={{ name: 'Ours', overrides: ['name'] }}
      errors={{}}
      readOnly={false}
      onChange={vi.fn()}
    />
  )
  const screen = await openScreen(input, {
    'GET /rest/data/products/1/overrides': { fields: [], drifts: [{ id: 3, field: 'name', theirs: 'Theirs' }] },
    'POST /rest/data/product-drifts/keep': { results: [result] },
  })
  await click(screen.button('Keep ours'))
  expect(toasts.open()).toMatchObject([{ type, message }])
})

it.each([
  ['products', <ProductListScreen key="list" />, 'Products come from imports.', '/product-codes/list'],
  ['age bands', <ProductAgeBandListScreen key="list" />, 'They are imported together with products.', '/products/list'],
])('while there are no %s, their list says where to begin', async (_, list, words, path) => {
  const screen = await openScreen(
    <RecordPathsProvider value={(of, page) => `/${of}/${page}`}>{list}</RecordPathsProvider>,
    { 'GET /rest/data/products': [], 'GET /rest/data/product-age-bands': [] },
  )
  expect(screen.text()).toContain(words)
  expect(screen.all(`a[href="${path}"]`)).toHaveLength(1)
})
