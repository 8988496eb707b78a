import { afterEach, expect, it, vi } from 'vitest'
import { click, closeScreen, openScreen } from '../../../ui/testing/open-screen.tsx'
import { toasts } from '../../../ui/toast-store.web.ts'
import { publishManifest, readManifest } from './manifest.ts'
import { ManifestPanel } from './manifest-panel.tsx'

afterEach(closeScreen)

it('a map that can’t be drawn from its manifest says why', async () => {
  const map = { viewBox: '0 0 100 100', shapes: [], stage: null }
  const manifest = { id: 1, name: 'Concert', version: 1, layout: 'end_stage', sections: [], map, manifestAt: null }
  const panel = <ManifestPanel id={1} venue={{ id: 2, name: 'Opera' }} mayWrite kept={null} onDirty={vi.fn()} />
  const at = (path: string) => path.replace(':id', '1')
  const screen = await openScreen(panel, {
    [`GET ${at(readManifest.path)}`]: manifest,
    [`${publishManifest.method} ${at(publishManifest.path)}`]: Response.json(
      { message: 'Tickets are on sale there.' },
      { status: 422 },
    ),
  })
  await click(screen.button('Draw from manifest'))
  expect(toasts.open()).toMatchObject([{ type: 'error', message: 'Tickets are on sale there.' }])
})
