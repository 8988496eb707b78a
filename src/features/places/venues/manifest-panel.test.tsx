import { Suspense } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { images } from '../../../platform/media/images.ts'
import { ResourcesProvider } from '../../../ui/resource/resources.tsx'
import { click, closeScreen, openScreen } from '../../../ui/testing/open-screen.tsx'
import { toasts } from '../../../ui/toast-store.web.ts'
import { publishManifest, readManifest } from './manifest.ts'
import { ManifestPanel } from './manifest-panel.tsx'
import { SectionDialog } from './section-dialog.tsx'
import { sectionWith } from './testing/section.ts'

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

it('a section that is changed keeps its rows, whatever they are called', async () => {
  const section = sectionWith({ code: 'box', name: 'Boxes', rows: ['Box 1', 'Box 2', 'Loge A', '1-3', 'AA'] })
  const loaded = Promise.resolve([images])
  const onSave = vi.fn(async () => null)
  const screen = await openScreen(
    <ResourcesProvider value={() => loaded}>
      <Suspense>
        <SectionDialog section={section} onClose={() => {}} onSave={onSave} />
      </Suspense>
    </ResourcesProvider>,
  )
  await click(screen.button('Publish'))
  expect(onSave.mock.calls).toEqual([[section]])
})
