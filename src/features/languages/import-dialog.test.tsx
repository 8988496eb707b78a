import { act, Suspense } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ResourcesProvider } from '../../ui/resource/resources.tsx'
import { chooseFile, click, closeScreen, openScreen, Refused } from '../../ui/testing/open-screen.tsx'
import { ImportDialog } from './import-dialog.tsx'
import type { ImportReport } from './queue.endpoints.ts'

afterEach(closeScreen)

const resources = Promise.resolve([])
const reportOf = (changed: number, applied = false): ImportReport => ({
  applied,
  counts: { same: 0, new: 0, changed, refused: 0 },
  units: [],
})
const csv = (text: string) => new File([text], `${text}.csv`, { type: 'text/csv' })

/** The dialog over a server that answers each check and each writing of a file when it is said to. */
async function opened() {
  const answers = new Map<string, (answer: unknown) => void>()
  const done: string[] = []
  const screen = await openScreen(
    <ResourcesProvider value={() => resources}>
      <Suspense>
        <ImportDialog onDone={() => done.push('done')} onClose={() => done.push('closed')} />
      </Suspense>
    </ResourcesProvider>,
    {
      'POST /rest/data/translations/import': ({ body }: { body: { text: string; apply: boolean } }) => {
        const { promise, resolve } = Promise.withResolvers<unknown>()
        const text = atob(body.text)
        answers.set(body.apply ? `write ${text}` : text, resolve)
        return promise
      },
    },
  )
  const input = () => screen.find('input[type=file]') as HTMLInputElement
  return {
    ...screen,
    done,
    input,
    choose: (file: File | null) => chooseFile(file, input()),
    answer: async (to: string, answer: unknown) => {
      await expect.poll(() => [...answers.keys()]).toContain(to)
      await act(async () => answers.get(to)?.(answer))
      await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
    },
    alerts: () => screen.all('[role=alert]').map(({ textContent }) => textContent),
    statuses: () => screen.all('[role=dialog] [role=status]').map(({ textContent }) => textContent),
    asked: () => [...answers.keys()],
  }
}

describe('the import of translations', () => {
  it('shows the report on the file that was chosen last, whichever is checked first', async () => {
    const screen = await opened()
    await screen.choose(csv('first'))
    await screen.choose(csv('second'))
    await screen.answer('second', reportOf(2))
    await screen.answer('first', reportOf(900))
    expect(screen.statuses().join()).toContain('2 changed')
    await click(screen.button('Take over 2 texts'))
    expect(screen.asked()).toContain('write second')
  })

  it('says no problem of a file in whose place another was chosen', async () => {
    const screen = await opened()
    await screen.choose(csv('first'))
    await screen.choose(csv('second'))
    await screen.answer('second', reportOf(2))
    await screen.answer('first', new Refused({ text: 'The file is empty.' }))
    expect(screen.alerts()).toEqual([])
  })

  it('checks the file that was chosen last, whichever is read first', async () => {
    const screen = await opened()
    const { readAsDataURL } = FileReader.prototype
    const reads: (() => void)[] = []
    vi.spyOn(FileReader.prototype, 'readAsDataURL').mockImplementationOnce(function (this: FileReader, file) {
      reads.push(() => readAsDataURL.call(this, file))
    })
    await screen.choose(csv('slow'))
    await screen.choose(csv('second'))
    for (const read of reads) read()
    await screen.answer('second', reportOf(2))
    expect(screen.asked()).toEqual(['second'])
    expect(screen.statuses().join()).toContain('2 changed')
  })

  it('sends the bytes of a file, whatever alphabet they are in', async () => {
    const screen = await opened()
    await screen.choose(new File([new Uint8Array([0x45, 0x73, 0x70, 0x61, 0xf1, 0x61])], 'spain.csv'))
    await screen.answer('Espa\u00f1a', reportOf(1))
    expect(screen.statuses().join()).toContain('1 changed')
  })

  it('waits for nothing once the file is taken out again', async () => {
    const screen = await opened()
    await screen.choose(csv('first'))
    await screen.choose(null)
    expect(screen.statuses()).toEqual([])
    await screen.answer('first', reportOf(2))
    expect(screen.statuses()).toEqual([])
  })

  it('says that a file is gone which was moved after it was chosen', async () => {
    const screen = await opened()
    vi.spyOn(FileReader.prototype, 'readAsDataURL').mockImplementationOnce(function (this: FileReader) {
      this.dispatchEvent(new Event('error'))
    })
    await screen.choose(csv('gone'))
    expect(screen.alerts().join()).toContain('It might have moved or changed')
  })

  it('takes no other file while one is written', async () => {
    const screen = await opened()
    await screen.choose(csv('first'))
    expect(screen.input().disabled).toBe(false)
    await screen.answer('first', reportOf(1))
    await click(screen.button('Take over 1 text'))
    expect(screen.input().disabled).toBe(true)
    await screen.answer('write first', reportOf(1, true))
    expect(screen.done).toEqual(['done', 'closed'])
  })
})
