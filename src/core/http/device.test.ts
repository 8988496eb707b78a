import { describe, expect, it } from 'vitest'
import { deviceOf, deviceText } from './device.ts'

describe('a device', () => {
  it.each([
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
      'Chrome 142 on Windows',
      'computer',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
      'Edge 142 on Windows',
      'computer',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
      'Safari 26 on macOS',
      'computer',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0', 'Firefox 144 on Linux', 'computer'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
      'Safari 26 on iOS',
      'phone',
    ],
    [
      'Mozilla/5.0 (iPad; CPU OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0.0.0 Mobile/15E148 Safari/604.1',
      'Chrome 142 on iPadOS',
      'tablet',
    ],
    [
      'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
      'Chrome 142 on Android 15',
      'phone',
    ],
    [
      'Mozilla/5.0 (Linux; Android 14; SM-X910) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0.0.0 Safari/537.36',
      'Samsung Internet 27 on Android 14',
      'tablet',
    ],
    [
      'Mozilla/5.0 (X11; CrOS x86_64 16181.61.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 OPR/120.0.0.0',
      'Opera 120 on ChromeOS',
      'computer',
    ],
    ['curl/8.5.0', 'Script (curl 8.5.0)', 'program'],
    ['node', 'Script (node)', 'program'],
    ['', 'Unknown device', 'unknown'],
    ['<script>alert(1)</script>', 'Unknown device', 'unknown'],
  ])('%s is %s', (userAgent, words, kind) => {
    const device = deviceOf(userAgent)
    expect([deviceText(device), device.kind]).toEqual([words, kind])
  })

  it('is read in no time from whatever a client sends', () => {
    const started = performance.now()
    for (const piece of ['Version/1', 'Chrome/', 'Android ', 'Mobile/x ', '0']) deviceOf(piece.repeat(400))
    expect(performance.now() - started).toBeLessThan(50)
  })
})
