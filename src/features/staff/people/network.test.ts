import { describe, expect, it } from 'vitest'
import { networkOf } from './network.server.ts'

describe('the network of an address', () => {
  it.each([
    ['127.0.0.1', 'this-machine'],
    ['::1', 'this-machine'],
    ['10.1.2.3', 'private'],
    ['172.16.0.1', 'private'],
    ['172.31.255.255', 'private'],
    ['192.168.1.4', 'private'],
    ['fd12:3456::1', 'private'],
    ['172.32.0.1', 'public'],
    ['11.0.0.1', 'public'],
    ['203.0.113.9', 'public'],
    ['2001:db8::7', 'public'],
    ['100.64.0.1', 'shared'],
    ['100.127.255.255', 'shared'],
    ['100.128.0.1', 'public'],
    ['169.254.10.1', 'link-local'],
    ['fe80::1', 'link-local'],
    ['', 'unknown'],
    ['nowhere', 'unknown'],
  ])('%s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })
})
