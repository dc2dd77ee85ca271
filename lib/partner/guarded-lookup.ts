import 'server-only'
import dns from 'node:dns'
import { type LookupFunction, BlockList } from 'node:net'

// Addresses that no partner has, but that a changed name could point to: this machine, and the link-local range where
// clouds keep their metadata service. A private network's address stays allowed: a gateway to the partner may live there.
const forbidden = new BlockList()
forbidden.addSubnet('0.0.0.0', 8)
forbidden.addSubnet('127.0.0.0', 8)
forbidden.addSubnet('169.254.0.0', 16)
forbidden.addAddress('::', 'ipv6')
forbidden.addAddress('::1', 'ipv6')
forbidden.addSubnet('fe80::', 10, 'ipv6')

/** True for an address that the key of a partner elsewhere must never be sent to. */
export function isForbiddenAddress(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  const plain = mapped ?? address
  return forbidden.check(plain, plain.includes(':') ? 'ipv6' : 'ipv4')
}

/** Resolves a name at the moment of connecting and refuses it when any of its addresses is forbidden. */
export const guardedLookup: LookupFunction = (hostname, options, callback) => {
  dns.lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error) return callback(error, '', 0)
    if (found.length === 0 || found.some(({ address }) => isForbiddenAddress(address))) {
      return callback(Object.assign(new Error('address refused'), { code: 'EADDRNOTAVAIL' }), '', 0)
    }
    const { address, family } = found[0]!
    return options.all ? callback(null, found) : callback(null, address, family)
  })
}
