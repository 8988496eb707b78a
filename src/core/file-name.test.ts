import { expect, it } from 'vitest'
import { fileNameOf } from './file-name.ts'

it.each([
  ['Two colours.jpg', 'Two colours.jpg'],
  ['../../../etc/cron.d/x.png', 'x.png'],
  ['C:\\Users\\ana\\Teatro Real.png', 'Teatro Real.png'],
  ['x.png\r\nSet-Cookie: a=b', 'x.png Set-Cookie: a=b'],
  ['a\u0000b\u202Egnp.jpg', 'a b gnp.jpg'],
  ['folder/..', 'folder'],
  ['../..', 'image'],
  ['\r\n', 'image'],
  ['.htaccess', '.htaccess'],
  [`${'x'.repeat(200)}.jpg`, `${'x'.repeat(156)}.jpg`],
])('an upload of the file %j is called %j', (file, name) => {
  expect(fileNameOf(file, 'image')).toBe(name)
})
