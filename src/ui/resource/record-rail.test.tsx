import { useRef } from 'react'
import { afterEach, expect, it } from 'vitest'
import { click, closeScreen, openScreen } from '../testing/open-screen.tsx'
import { HistoryControl } from './history-control.tsx'
import { RecordRail } from './record-rail.tsx'
import type { RecordTools } from './record-tools.tsx'
import { RecordToolsProvider } from './record-tools.tsx'

afterEach(closeScreen)

const tools = { History: () => <p role="dialog">What happened</p> } as unknown as RecordTools

function Page() {
  const work = useRef<HTMLDivElement>(null)
  return (
    <RecordToolsProvider value={tools}>
      <HistoryControl of={{} as never} record={{ id: 1 } as never} mayWrite={false} />
      <div ref={work}>
        <RecordRail within={work} hasHistory />
        <div data-rail="true">
          {['Content', 'Products', 'SEO'].map((name) => (
            <section key={name} aria-label={name}>
              <section aria-label={`Part of ${name}`} />
            </section>
          ))}
          <div>
            <section aria-label="Settings" />
          </div>
        </div>
      </div>
    </RecordToolsProvider>
  )
}

it('leads to each section, and last to the history, which its command opens too', async () => {
  const screen = await openScreen(<Page />)
  expect(screen.all('nav li').map(({ textContent }) => textContent)).toEqual([
    'Content',
    'Products',
    'SEO',
    'Settings',
    'History',
  ])
  expect(screen.all('[role=dialog]')).toEqual([])
  await click(screen.all('nav button')[0] as HTMLElement)
  expect(screen.all('[role=dialog]').map(({ textContent }) => textContent)).toEqual(['What happened'])
})
