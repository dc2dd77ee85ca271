import { generateKeyPairSync, sign } from 'node:crypto'
import { isIPv4 } from 'node:net'

/**
 * A key and a self-signed certificate for an IPv4 address or a name (X.509 v3, RFC 5280), both as
 * PEM. They are made for each run, so that the repository holds no private key. The certificate is
 * valid from yesterday until `untilDays` from now.
 */
export function ownCertificate({ address = '127.0.0.1', untilDays = 1 } = {}): {
  key: string
  cert: string
} {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const ecdsaWithSha256 = sequence(der(0x06, Buffer.from('2a8648ce3d040302', 'hex')))
  const commonName = sequence(
    der(0x06, Buffer.from('550403', 'hex')),
    der(0x0c, Buffer.from(address)),
  )
  const name = sequence(der(0x31, commonName))
  const validity = sequence(utcTime(Math.min(0, untilDays) - 1), utcTime(untilDays))
  const version3 = der(0xa0, der(0x02, Buffer.of(2)))
  const serial = der(0x02, Buffer.of(1))
  // subjectAltName with one iPAddress or dNSName: a client compares nothing else with the address
  // that it asked.
  const names = sequence(
    isIPv4(address)
      ? der(0x87, Buffer.from(address.split('.').map(Number)))
      : der(0x82, Buffer.from(address)),
  )
  const altName = sequence(der(0x06, Buffer.from('551d11', 'hex')), der(0x04, names))
  const body = sequence(
    version3,
    serial,
    ecdsaWithSha256,
    name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(altName)),
  )
  const signature = der(0x03, Buffer.of(0), sign('sha256', body, privateKey))
  const text = sequence(body, ecdsaWithSha256, signature).toString('base64')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${text.match(/.{1,64}/g)!.join('\n')}\n-----END CERTIFICATE-----\n`,
  }
}

function sequence(...parts: Buffer[]): Buffer {
  return der(0x30, ...parts)
}

/** A DER value with its tag and length, which has as few bytes as it can: browsers insist. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const value = Buffer.concat(parts)
  const length =
    value.length < 128
      ? Buffer.of(value.length)
      : value.length < 256
        ? Buffer.of(0x81, value.length)
        : Buffer.of(0x82, value.length >> 8, value.length & 0xff)
  return Buffer.concat([Buffer.of(tag), length, value])
}

function utcTime(daysFromNow: number): Buffer {
  const digits = new Date(Date.now() + daysFromNow * 86_400_000).toISOString().replaceAll(/\D/g, '')
  return der(0x17, Buffer.from(`${digits.slice(2, 14)}Z`))
}
