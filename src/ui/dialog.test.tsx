import { MantineProvider } from '@mantine/core'
import { act, useState } from 'react'
import { createRoot } from 'react-dom/client'
import type { Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Dialog } from './dialog.tsx'
import { confirmBox } from './message-box-store.web.ts'
import { MessageBoxes } from './message-boxes.tsx'
import { SideDrawer } from './side-drawer.tsx'

let root: Root
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const place = document.createElement('div')
  document.body.append(place)
  root = createRoot(place)
})
afterEach(() => {
  act(() => root.unmount())
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

interface PageProps {
  readonly onClose?: () => void
  readonly vanishes?: boolean
  readonly isBusy?: boolean
}

/** The control that closes the dialog can set its own focus target. */
function Page({ onClose = () => {}, vanishes = false, isBusy = false }: PageProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <MantineProvider env="test">
      {!(vanishes && isOpen) && (
        <button type="button" id="opener" onClick={() => setOpen(true)}>
          Open
        </button>
      )}
      <button type="button" id="other">
        Other
      </button>
      {isOpen && (
        <Dialog
          title="Question"
          isBusy={isBusy}
          onClose={() => {
            setOpen(false)
            onClose()
          }}
        >
          <input aria-label="Answer" data-autofocus />
        </Dialog>
      )}
    </MantineProvider>
  )
}

const byId = (id: string) => document.getElementById(id)
const dialog = () => document.querySelector('[role=dialog]')
const later = () =>
  act(async () => {
    await new Promise((resolve) => setTimeout(resolve, 30))
  })
const escape = () =>
  act(async () => {
    document.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Escape', code: 'Escape', bubbles: true, cancelable: true }),
    )
  })
/** More about what is on the page, as the history of a record is. */
function PageWithDrawer() {
  const [isOpen, setOpen] = useState(false)
  return (
    <MantineProvider env="test">
      <button type="button" id="opener" onClick={() => setOpen(true)}>
        Open
      </button>
      {isOpen && (
        <SideDrawer title="History" tools={<button type="button">Next</button>} onClose={() => setOpen(false)}>
          What changed
        </SideDrawer>
      )}
    </MantineProvider>
  )
}

async function open(page = <Page />): Promise<void> {
  act(() => root.render(page))
  byId('opener')?.focus()
  act(() => byId('opener')?.click())
  await later()
}
async function close(): Promise<void> {
  act(() => dialog()?.querySelector<HTMLElement>('[aria-label=Close]')?.click())
  await later()
}

it.each([
  ['a dialog', <Page key="dialog" />],
  ['a drawer', <PageWithDrawer key="drawer" />],
])('%s takes the focus, and gives it back to what opened it', async (_, page) => {
  await open(page)
  expect(dialog()?.contains(document.activeElement)).toBe(true)
  await close()
  expect(dialog()).toBeNull()
  expect(document.activeElement).toBe(byId('opener'))
})

it('a dialog leaves the focus where it was put when it closed', async () => {
  await open(<Page onClose={() => setTimeout(() => byId('other')?.focus())} />)
  await close()
  expect(document.activeElement).toBe(byId('other'))
})

it.each(['while it runs', 'for good'])(
  'a dialog keeps the focus when what was pressed is disabled %s',
  async (lasts) => {
    function Command() {
      const [isBusy, setBusy] = useState(false)
      return (
        <MantineProvider env="test">
          <Dialog title="Question" onClose={() => {}}>
            <button type="button" id="press" disabled={isBusy} onClick={() => setBusy(true)}>
              Press
            </button>
            <button type="button" id="answered" onClick={() => setBusy(lasts === 'for good')}>
              Answered
            </button>
          </Dialog>
        </MantineProvider>
      )
    }
    act(() => root.render(<Command />))
    await later()
    byId('press')?.focus()
    act(() => byId('press')?.click())
    await later()
    expect(document.activeElement).toBe(dialog())
    act(() => byId('answered')?.click())
    await later()
    expect(document.activeElement).toBe(lasts === 'for good' ? dialog() : byId('press'))
  },
)

it.each([
  ['a dialog', Dialog],
  ['a drawer', SideDrawer],
])('%s leaves Escape to the question that is asked over it', async (_, Kind) => {
  const close = vi.fn(() => void confirmBox('Your text will be lost.'))
  act(() =>
    root.render(
      <MantineProvider env="test">
        <Kind title="Question" onClose={close}>
          <input aria-label="Answer" data-autofocus />
        </Kind>
        <MessageBoxes />
      </MantineProvider>,
    ),
  )
  await later()
  const boxes = () => document.querySelectorAll('[data-message-box]').length
  await escape()
  expect([close.mock.calls.length, boxes()]).toEqual([1, 1])
  await escape()
  expect([close.mock.calls.length, boxes(), dialog() === null]).toEqual([1, 0, false])
})

it('a dialog of options begins at the one that is chosen', async () => {
  act(() =>
    root.render(
      <MantineProvider env="test">
        <Dialog title="Question" onClose={() => {}}>
          <input type="radio" name="outcome" value="keep" />
          <input type="radio" name="outcome" value="replace" defaultChecked />
        </Dialog>
      </MantineProvider>,
    ),
  )
  await later()
  expect(document.activeElement?.getAttribute('value')).toBe('replace')
})

it('a dialog whose opener is gone takes the focus nowhere', async () => {
  await open(<Page vanishes />)
  await close()
  expect(document.activeElement).toBe(document.body)
})

it('a dialog keeps what is submitted in it from the form that opened it', async () => {
  const [outer, inner] = [vi.fn(), vi.fn()]
  act(() =>
    root.render(
      <MantineProvider env="test">
        <form onSubmit={outer}>
          <Dialog title="Question" onClose={() => {}}>
            <form
              onSubmit={(event) => {
                event.preventDefault()
                inner()
              }}
            >
              <button type="submit" id="answer">
                Answer
              </button>
            </form>
          </Dialog>
        </form>
      </MantineProvider>,
    ),
  )
  await later()
  act(() => byId('answer')?.click())
  expect([inner.mock.calls.length, outer.mock.calls.length]).toEqual([1, 0])
})

it('stays while what was asked for is being done, and closes once it is', async () => {
  const onClose = vi.fn()
  await open(<Page onClose={onClose} isBusy />)
  await escape()
  act(() => document.querySelector<HTMLElement>('[aria-label=Close]')?.click())
  expect([dialog() === null, onClose.mock.calls.length]).toEqual([false, 0])
  act(() => root.render(<Page onClose={onClose} />))
  await escape()
  expect([dialog() === null, onClose.mock.calls.length]).toEqual([true, 1])
})
