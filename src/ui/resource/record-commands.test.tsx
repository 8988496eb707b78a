import { IconArchive, IconHistory } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { click, closeScreen, openScreen } from '../testing/open-screen.tsx'
import type { CommandButtonProps } from './command.tsx'
import { CommandButton } from './command.tsx'
import { RecordCommands } from './record-commands.tsx'

afterEach(closeScreen)

const nothing = () => {}
const command = (label: string, more: Partial<CommandButtonProps> = {}) => (
  <CommandButton label={label} run={nothing} {...more} />
)
const items = () => [...document.querySelectorAll<HTMLElement>('[role=menuitem]')]
const more = () => {
  const [button] = document.querySelectorAll<HTMLElement>('button[aria-label="More actions"]')
  if (!button) throw new Error('No menu')
  return button
}

describe('the commands of a record', () => {
  it('are one button that leads and one menu, with what destroys something last', async () => {
    const Late = lazy(async () => {
      await new Promise((resolve) => setTimeout(resolve, 5))
      return { default: () => command('From another feature') }
    })
    const screen = await openScreen(
      <RecordCommands>
        {command('Archive', { place: 'last', icon: IconArchive })}
        {command('Pause')}
        <Suspense>
          <Late />
        </Suspense>
        {command('Show personal data', { place: 'beside' })}
        {command('Activate', { place: 'primary' })}
        {command('History', { icon: IconHistory, shortcut: 'h' })}
      </RecordCommands>,
    )
    expect(screen.all('button').map((button) => button.textContent || button.getAttribute('aria-label'))).toEqual([
      'Activate',
      'More actions',
    ])
    await click(more())
    expect(items().map(({ textContent }) => textContent)).toEqual([
      'Pause',
      'From another feature',
      'Show personal data',
      'HistoryH',
      'Archive',
    ])
    expect(document.querySelector('[role=separator], .mantine-Menu-divider')).not.toBeNull()
  })

  it('run with what the page shows now, and close the menu', async () => {
    function Counting() {
      const [count, setCount] = useState(0)
      return (
        <>
          <CommandButton label="Count" run={() => setCount(count + 1)} />
          <p role="status">{count}</p>
        </>
      )
    }
    const screen = await openScreen(
      <RecordCommands>
        <Counting />
      </RecordCommands>,
    )
    for (const expected of ['1', '2']) {
      await click(more())
      const [item] = items()
      if (!item) throw new Error('No item')
      await click(item)
      expect(screen.find('[role=status]').textContent).toBe(expected)
      expect(more().getAttribute('aria-expanded')).toBe('false')
    }
  })

  it('say why they are not possible, and do nothing then', async () => {
    const done: string[] = []
    await openScreen(
      <RecordCommands>
        <CommandButton label="Delete" disabledReason="Purchases use it." run={() => done.push('deleted')} />
        <CommandButton label="Send" isBusy run={() => done.push('sent')} />
      </RecordCommands>,
    )
    await click(more())
    expect(items().map((item) => [item.textContent, item.getAttribute('aria-disabled')])).toEqual([
      ['DeletePurchases use it.', 'true'],
      ['SendIn progress', 'true'],
    ])
    for (const item of items()) await click(item)
    expect([done, more().getAttribute('aria-expanded')]).toEqual([[], 'true'])
  })

  it('leave the lead to saving once something in the form has changed', async () => {
    const leads = async (isDirty: boolean) => {
      const screen = await openScreen(
        <RecordCommands isDirty={isDirty}>{command('Go live', { place: 'primary' })}</RecordCommands>,
      )
      const variant = screen.button('Go live').dataset['variant']
      await closeScreen()
      return variant
    }
    expect([await leads(false), await leads(true)]).toEqual(['filled', 'default'])
  })

  it('go with the part of the page that they belong to', async () => {
    function Passing() {
      const [isThere, setThere] = useState(true)
      return (
        <>
          <button type="button" onClick={() => setThere(false)}>
            Away
          </button>
          <RecordCommands>{isThere && command('Pause')}</RecordCommands>
        </>
      )
    }
    const screen = await openScreen(<Passing />)
    expect(screen.all('button[aria-label="More actions"]')).toHaveLength(1)
    await click(screen.button('Away'))
    expect(screen.all('button[aria-label="More actions"]')).toHaveLength(0)
  })

  it('are each a button of their own over a list', async () => {
    const screen = await openScreen(command('Pause'))
    expect(screen.button('Pause').textContent).toBe('Pause')
  })
})
