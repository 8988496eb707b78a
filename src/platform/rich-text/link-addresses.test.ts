import { describe, expect, it } from 'vitest'
import { isAddress, readRichText, writeRichText } from './rich-text.ts'
import { sanitise } from './sanitise.server.ts'

describe('a link with a name before its host', () => {
  it.each([
    'https://good.example@evil.example',
    'http://a:b@evil.example/x',
    'https://good.example%2F@evil.example/?q',
  ])('%s is no address: people take the name for the host', (address) => expect(isAddress(address)).toBe(false))

  it.each(['https://example.com/@ana', 'https://example.com?to=a@b.example', 'mailto:ana@example.com', '/madrid?x=@'])(
    '%s is one all the same',
    (address) => expect(isAddress(address)).toBe(true),
  )

  it('goes when a text is saved, and a text of before that has one is still read', () => {
    const stored = '<p><a href="https://good.example@evil.example">a</a></p>'
    expect(sanitise(stored)).toBe('<p>a</p>')
    expect(writeRichText(readRichText(stored) ?? [])).toBe(stored)
  })
})
