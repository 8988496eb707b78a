import { act, Suspense } from 'react'
import { afterEach, expect, it } from 'vitest'
import { ResourcesProvider } from '../../ui/resource/resources.tsx'
import { click, closeScreen, openScreen, type } from '../../ui/testing/open-screen.tsx'
import { products } from '../products/products.ts'
import { aliases } from './aliases.ts'
import { AttachDialog } from './attach-dialog.tsx'

afterEach(closeScreen)

const resources = Promise.resolve([aliases, products])
const path = '/rest/data/aliases/7/members'

it('sends what a colleague changed with the second press, after the first was refused', async () => {
  let isChanged = false
  const member = (productId: number) => ({ productId, isPinned: false })
  const screen = await openScreen(
    <ResourcesProvider value={() => resources}>
      <Suspense>
        <AttachDialog products={[{ id: 5, version: 1 }]} onClose={() => {}} />
      </Suspense>
    </ResourcesProvider>,
    {
      'GET /rest/data/aliases': [{ id: 7, version: 1, title: 'Harbour' }],
      [`GET ${path}`]: () => ({
        policy: 'cheapest',
        choice: null,
        members: isChanged ? [member(1), member(2)] : [member(1)],
      }),
      [`PUT ${path}`]: ({ body }: { body: { seen: readonly number[] } }) =>
        body.seen.includes(2)
          ? { policy: 'cheapest', choice: null, members: [] }
          : Response.json({ error: 'Conflict', message: 'The products changed.' }, { status: 409 }),
    },
  )
  await act(async () => screen.find('#field-aliasId').focus())
  await type('Harbour', screen.find('#field-aliasId'))
  await expect.poll(() => screen.all('[role=option]').length).toBeGreaterThan(0)
  await click(screen.find('[role=option]'))
  isChanged = true
  await click(screen.button('Attach'))
  await expect.poll(screen.text).toContain('The products changed.')
  await click(screen.button('Attach'))
  const sent = screen.calls.filter(({ call }) => call.startsWith('PUT')).map(({ body }) => body as { seen: unknown })
  expect(sent.map(({ seen }) => seen)).toEqual([[1], [1, 2]])
})
