import { describe, expect, test } from 'vitest'
import { alertBox, confirmBox, messageBoxes, MessageBoxStore, promptBox, promptError } from './message-box-store.web.ts'

const topmost = () => messageBoxes.boxes().at(-1)?.id ?? -1

describe('message boxes answer with a value', () => {
  test.each(['confirm', 'cancel', 'close'] as const)('%s is distinguished from the others', async (action) => {
    const asked = confirmBox('Really?', 'Delete')
    messageBoxes.settle(topmost(), action)
    await expect(asked).resolves.toEqual({ action })
  })

  test('a prompt that is confirmed carries its value, one that is left carries none', async () => {
    const first = promptBox('Name', 'New role')
    messageBoxes.settle(topmost(), 'confirm', 'editor')
    await expect(first).resolves.toEqual({ action: 'confirm', value: 'editor' })
    const second = promptBox('Name', 'New role')
    messageBoxes.settle(topmost(), 'cancel', 'editor')
    await expect(second).resolves.toEqual({ action: 'cancel' })
  })

  test('leaving the page settles the box as closed, unless it asked to stay', async () => {
    const leaving = alertBox('Done')
    const staying = confirmBox('Leave?', '', { closeOnNavigation: false })
    messageBoxes.closeForNavigation()
    await expect(leaving).resolves.toEqual({ action: 'close' })
    expect(messageBoxes.boxes()).toHaveLength(1)
    messageBoxes.settle(topmost(), 'confirm')
    await staying
  })

  test('a box is answered once', () => {
    const store = new MessageBoxStore()
    void store.open('alert', 'a', '', {})
    const id = store.boxes()[0]?.id ?? -1
    store.settle(id, 'confirm')
    store.settle(id, 'close')
    expect(store.boxes()).toEqual([])
  })
})

describe('the prompt validates against a pattern or a validator function', () => {
  test('a failed pattern shows the given error text, otherwise the default', () => {
    expect(promptError('a b', { pattern: /^\w+$/ })).toBe('Illegal input')
    expect(promptError('a b', { pattern: /^\w+$/, errorText: 'No spaces' })).toBe('No spaces')
    expect(promptError('ab', { pattern: /^\w+$/, errorText: 'No spaces' })).toBeNull()
  })

  test('a validator that answers false shows the given text; one that answers a string shows that string', () => {
    expect(promptError('x', { validate: () => false })).toBe('Illegal input')
    expect(promptError('x', { validate: () => false, errorText: 'No' })).toBe('No')
    expect(promptError('x', { validate: () => 'Taken', errorText: 'No' })).toBe('Taken')
  })

  test('an empty string still fails; true and undefined pass', () => {
    expect(promptError('x', { validate: () => '' })).toBe('')
    expect(promptError('x', { validate: () => true })).toBeNull()
    expect(promptError('x', { validate: () => undefined })).toBeNull()
  })

  test('the pattern comes first, and the validator is not asked when it fails', () => {
    const options = { pattern: /^a/, errorText: 'Begin with a', validate: () => 'never' }
    expect(promptError('b', options)).toBe('Begin with a')
  })

  test('a pattern with memory gives the same answer twice', () => {
    const options = { pattern: /a/g }
    expect([promptError('a', options), promptError('a', options)]).toEqual([null, null])
  })
})
