import { describe, expect, it } from 'vitest'
import { isLoopbackAddress, isPublicAddress } from '../../../lib/platform/http/public-address.ts'

const REFUSED: [range: string, ...addresses: string[]][] = [
  ['loopback', '127.0.0.1', '127.255.0.9', '::1'],
  ['private', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
  ['link-local and metadata', '169.254.1.1', '169.254.169.254', 'fe80::1', 'fd00:ec2::254'],
  ['shared (CGNAT)', '100.64.0.1', '100.127.255.255', '100.100.100.200'],
  ['multicast and broadcast', '224.0.0.1', '239.255.255.255', '255.255.255.255', 'ff02::1'],
  ['unspecified', '0.0.0.0', '0.1.2.3', '::'],
  ['reserved', '192.0.0.192', '192.0.2.1', '198.18.0.1', '198.51.100.1', '203.0.113.1', '240.0.0.1', '2001:db8::1'],
  ['unique local', 'fc00::1', 'fd12:3456::1'],
  ['site-local', 'fec0::1'],
  ['IPv4-mapped', '::ffff:10.0.0.1', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '::ffff:0:a00:1'],
  ['IPv4-compatible', '::127.0.0.1', '::a00:1'],
  ['NAT64', '64:ff9b::a00:1', '64:ff9b::7f00:1', '64:ff9b:1::a00:1'],
  ['6to4 and Teredo', '2002:7f00:1::', '2001::7f00:1'],
  ['no address', '', 'localhost', '2130706433', '0x7f.1', '127.1', '1.2.3', 'fe80::1%eth0'],
]

describe('public address', () => {
  it.each(REFUSED)('is not %s', (_range, ...addresses) => {
    expect(addresses.filter(isPublicAddress)).toEqual([])
  })

  it.each(['8.8.8.8', '1.1.1.1', '172.32.0.1', '100.128.0.1', '2606:4700:4700::1111', '2a00:1450:4001::1'])(
    'is %s',
    (address) => expect(isPublicAddress(address)).toBe(true),
  )
})

describe('loopback address', () => {
  it('is 127.0.0.0/8 or ::1 only', () => {
    expect(['127.0.0.1', '127.9.9.9', '::1'].every(isLoopbackAddress)).toBe(true)
    expect(['10.0.0.1', '0.0.0.0', '::ffff:127.0.0.1', 'localhost', ''].some(isLoopbackAddress)).toBe(false)
  })
})
