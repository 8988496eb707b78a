import { expect, it } from 'vitest'
import { textOf } from './reply-text.server.ts'

const latin = (text: string) => Buffer.from(text, 'latin1')

it.each([
  ['the encoding of its header', 'application/json; charset=iso-8859-1', latin('"Málaga"'), '"Málaga"'],
  ['that of its XML', 'text/xml', latin('<?xml version="1.0" encoding="ISO-8859-1"?><a>Málaga</a>'), '>Málaga<'],
  [
    'that of its header, whatever its XML says',
    'text/xml; charset=utf-8',
    Buffer.from('<?xml version="1.0" encoding="x"?><a>Málaga</a>'),
    '>Málaga<',
  ],
  ['UTF-8 where it names none', 'application/json', Buffer.from('"Málaga"'), '"Málaga"'],
  ['UTF-8 where it has no type', null, Buffer.from('Málaga'), 'Málaga'],
])('an answer is read in %s', (_what, type, bytes, text) => {
  const read = textOf(bytes, type)
  expect(read).toEqual({ text: expect.stringContaining(text), isGarbled: false })
})

it.each([
  ['another encoding than it claims', 'application/json; charset=utf-8', latin('"Málaga"')],
  ['one that it does not name', 'application/json', latin('"Málaga"')],
  ['one that no one knows', 'application/json; charset=klingon', Buffer.from('"Málaga"')],
])('an answer in %s says that it is garbled', (_what, type, bytes) => {
  expect(textOf(bytes, type)).toEqual({ text: expect.stringContaining('laga'), isGarbled: true })
})
