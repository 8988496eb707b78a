import { afterEach, expect, it } from 'vitest'
import { formatInstant } from '../../core/i18n/formats.ts'
import { BusinessZoneProvider } from '../../ui/resource/business-zone.web.ts'
import { closeScreen, openScreen, type } from '../../ui/testing/open-screen.tsx'
import { ShiftWindowsDialog } from './shift-windows-dialog.tsx'

afterEach(closeScreen)

const rule = {
  id: 5,
  version: 1,
  name: 'Derby',
  validFrom: '2026-03-26T23:00:00.000Z',
  validUntil: '2026-03-27T23:00:00.000Z',
}

it('shows the shifted window with the same local times in the business zone', async () => {
  const screen = await openScreen(
    <BusinessZoneProvider value="Europe/Madrid">
      <ShiftWindowsDialog chosen={[rule]} onClose={() => {}} onDone={() => {}} />
    </BusinessZoneProvider>,
  )
  await type('7', screen.find('#field-days'))
  const [from, until] = ['2026-04-02T22:00:00.000Z', '2026-04-03T22:00:00.000Z'].map((moment) => formatInstant(moment))
  expect(document.body.textContent).toContain(`Derby will hold from ${from} until ${until}.`)
})
